import CausewayJSON
import SeededGenerator
import Foundation
import Testing

@Suite("Typed values are encoded as by Foundation's JSONEncoder")
struct JSONEncodingTests {
  @Test("A structure becomes an object in the order of its properties, without the nil properties")
  func structure() throws {
    #expect(try JSONValue(encoding: CodingSamples.everything).json == CodingSamples.everythingText)
    #expect(try JSONValue(encoding: Optional<Int>.none) == .null)
  }

  @Test("Foundation decodes the encoded text to the same value")
  func foundationReadsIt() throws {
    let bytes = try JSONValue(encoding: CodingSamples.everything).jsonBytes
    #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == CodingSamples.everything)
  }

  @Test("Safe integers are encoded, and all integers beyond them are refused")
  func safeIntegers() throws {
    #expect(try JSONValue(encoding: 9_007_199_254_740_991).json == "9007199254740991")
    #expect(try JSONValue(encoding: -9_007_199_254_740_991).json == "-9007199254740991")
    for unsafe in [9_007_199_254_740_992, -9_007_199_254_740_992, Int.max, Int.min] {
      let error = #expect(throws: EncodingError.self) { try JSONValue(encoding: ["id": [unsafe]]) }
      guard case .invalidValue(let value, let context) = error else { continue }
      #expect(value as? Int == unsafe)
      #expect(context.codingPath.map(\.stringValue) == ["id", "Index 0"])
      #expect(context.debugDescription.contains("JavaScript cannot represent the integer \(unsafe)"))
    }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
  }

  @Test("NaN and the infinities are refused", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [number]) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Float(number)) }
  }

  @Test("A Float is encoded with its own digits, and decoded to the same value")
  func floats() throws {
    var random = SeededGenerator()
    #expect(try JSONValue(encoding: 0.1 as Float).json == "0.1")
    for _ in 0..<2_000 {
      let float = Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random))
      let value = try JSONValue(encoding: float)
      #expect(try value.decode(Float.self) == float, "seed \(random.seed)")
    }
  }

  @Test("A type that encodes nothing becomes {} inside another value, and is an error at the top level")
  func nothing() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try JSONValue(encoding: [Nothing()]) == [[:]])
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Nothing()) }
  }

  @Test("A superclass is encoded as the member \"super\"")
  func superEncoder() throws {
    let dog = Dog(name: "Rex", breed: "Boxer")
    #expect(try JSONValue(encoding: dog).json == #"{"breed":"Boxer","super":{"name":"Rex"}}"#)
  }

  @Test("All keyed containers of an encoder write to the same object")
  func sharedContainers() throws {
    #expect(try JSONValue(encoding: Patchwork()).json == #"{"a":1,"n":{"x":1,"y":[2,{"z":3}]},"b":2,"c":null}"#)
  }

  @Test("JSON values inside typed values are encoded and decoded unchanged")
  func jsonInside() throws {
    struct Message: Codable, Equatable {
      var name: String
      var parameters: JSONObject
      var extra: JSONValue
    }
    let message = Message(name: "é", parameters: ["b": 1, "a": [true, nil]], extra: 2.5)
    let value = try JSONValue(encoding: message)
    #expect(value.json == #"{"name":"é","parameters":{"b":1,"a":[true,null]},"extra":2.5}"#)
    #expect(try value.decode(Message.self) == message)
    #expect(throws: DecodingError.self) { try JSONValue.object(["name": "", "parameters": 1]).decode(Message.self) }
  }

  @Test("Foundation's coders can encode and decode JSON values")
  func foundationCoders() throws {
    let value: JSONValue = ["a": [1, 2.5, true, nil, "x", [:], []]]
    #expect(try JSONValue(parsing: JSONEncoder().encode(value)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(value.jsonBytes)) == value)
    let list = try PropertyListEncoder().encode(["k": [2.5, "x"] as JSONValue])
    #expect(try PropertyListDecoder().decode(JSONValue.self, from: list) == ["k": [2.5, "x"]])
  }
}
