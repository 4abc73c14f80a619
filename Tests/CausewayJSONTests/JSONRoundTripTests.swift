import CausewayJSON
import Testing

@Suite("Random values, compared with Foundation")
struct JSONRoundTripTests {
  @Test("The text of every value, in every style, is parsed back to the same value in the same order")
  func roundTrip() throws {
    var random = RandomJSON()
    for _ in 0..<300 {
      let value = random.value()
      for style in JSONStyle.allCases {
        var bytes: [UInt8] = []
        value.write(into: &bytes, style: style)
        let parsed = try JSONValue(parsing: bytes)
        #expect(parsed == value, "seed \(random.generator.seed)")
        #expect(parsed.json == value.json, "seed \(random.generator.seed)")
      }
    }
  }

  @Test("The text of every double is parsed back to the same bits")
  func doubles() throws {
    var random = RandomJSON()
    for _ in 0..<20_000 {
      let number = random.number()
      let text = JSONValue.number(number).json
      let parsed = try JSONValue(parsing: text).numberValue
      #expect(parsed?.bitPattern == number.bitPattern, "\(text), seed \(random.generator.seed)")
    }
  }

  @Test("Encoding and decoding through Codable restores every value")
  func codable() throws {
    var random = RandomJSON()
    for _ in 0..<100 {
      let value = random.value()
      #expect(try JSONValue(encoding: [value]).decode([JSONValue].self) == [value], "seed \(random.generator.seed)")
    }
  }

  @Test("Foundation parses the printed text to the same value")
  func foundationReads() throws {
    var random = RandomJSON()
    for _ in 0..<300 {
      let value = random.value()
      let object = try #require(FoundationJSON.parse(value.jsonBytes))
      #expect(FoundationJSON.agrees(object, with: value), "seed \(random.generator.seed)")
    }
  }

  @Test("Foundation and this parser accept the same damaged texts, with the same values")
  func damagedTexts() {
    var random = RandomJSON()
    var accepted = 0
    for _ in 0..<5_000 {
      let bytes = random.damagedText()
      let text = String(decoding: bytes, as: UTF8.self)
      let result = Result { try JSONValue(parsing: bytes) }
      switch (result, FoundationJSON.parse(bytes)) {
      case (.success(let value), let object?):
        accepted += 1
        #expect(FoundationJSON.agrees(object, with: value), "\(text), seed \(random.generator.seed)")
      case (.success, nil):
        Issue.record("Only Causeway accepts \(text), seed \(random.generator.seed)")
      case (.failure(let error), _?) where !FoundationJSON.isLenient(about: error):
        Issue.record("Only Foundation accepts \(text), seed \(random.generator.seed)")
      case (.failure, _):
        break
      }
    }
    #expect(accepted > 500)
  }
}
