import CausewayJSON
import SeededGenerator
import Testing

@Suite("Objects keep the order of their members, and have each name once")
struct JSONObjectTests {
  @Test("Members keep the insertion order; equality and hash do not depend on the order")
  func order() {
    let one: JSONObject = ["b": 1, "a": 2, "c": 3]
    let other: JSONObject = ["c": 3, "b": 1, "a": 2]
    #expect(one.keys == ["b", "a", "c"])
    #expect(one.map(\.value) == [1, 2, 3])
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["b": 1, "a": 2, "c": 4])
    #expect(one != ["b": 1, "a": 2, "d": 3])
    #expect(one != ["b": 1, "a": 2])
  }

  @Test("Setting replaces a member in place or adds one at the end, nil removes a member, and null is a value")
  func set() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 3
    object["c"] = .null
    #expect(object.description == #"{"a":3,"b":2,"c":null}"#)
    #expect(object["c"] == .some(.null))
    #expect(object["d"] == nil)
    object["b"] = nil
    #expect(object.removeValue(forKey: "b") == nil)
    #expect(object.removeValue(forKey: "a") == 3)
    #expect(object.keys == ["c"])
  }

  @Test("Of two members with one name, the last value replaces the first one in place", arguments: [0, 10, 100])
  func duplicates(others: Int) throws {
    let middle = (0..<others).map { #""k\#($0)":\#($0),"# }.joined()
    let object = try #require(try JSONValue(parsing: #"{"x":1,"y":2,\#(middle)"x":{"z":3},"y":4,"x":5}"#).objectValue)
    #expect(object.count == others + 2)
    #expect(object.keys.prefix(2) == ["x", "y"])
    #expect(object["x"] == 5)
    #expect(object["y"] == 4)
    #expect(object["k99"] == (others > 99 ? 99 : nil))
    #expect(JSONObject(dictionaryLiteral: ("x", 1), ("y", 2), ("x", 3)).description == #"{"x":3,"y":2}"#)
  }

  @Test("After random changes, an object has the same members as a list of pairs")
  func model() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      var object: JSONObject = [:]
      var model: [(key: String, value: JSONValue)] = []
      for step in 0..<100 {
        // With 30 names, the number of members crosses the threshold above which the object has an index, both upward
        // and downward.
        let key = "k\(Int.random(in: 0..<30, using: &random))"
        let position = model.firstIndex { $0.key == key }
        if Int.random(in: 0..<3, using: &random) == 0 {
          #expect(object.removeValue(forKey: key) == position.map { model.remove(at: $0).value }, "seed \(random.seed)")
        } else {
          object[key] = .number(Double(step))
          if let position {
            model[position].value = .number(Double(step))
          } else {
            model.append((key, object[key] ?? 0))
          }
        }
        #expect(object.keys == model.map(\.key), "seed \(random.seed)")
        #expect(model.allSatisfy { object[$0.key] == $0.value }, "seed \(random.seed)")
      }
    }
  }

  @Test("Names and strings that JavaScript distinguishes are not equal")
  func exactStrings() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed, "Swift compares by canonical equivalence")
    #expect(JSONValue.string(composed) != .string(decomposed))
    let object: JSONObject = [composed: 1, decomposed: 2]
    #expect(object.count == 2)
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
    var large = object
    for index in 0..<50 { large["\(index)"] = .null }
    #expect(large[composed] == 1)
    #expect(large[decomposed] == 2)
  }

  @Test("An object of 100,000 members is parsed, searched and printed in linear time", .timeLimit(.minutes(10)))
  func large() throws {
    var object: JSONObject = [:]
    object.reserveCapacity(100_000)
    for index in 0..<100_000 { object["name \(index)"] = .number(Double(index)) }
    let parsed = try JSONValue(parsing: JSONValue.object(object).json)
    #expect(parsed == .object(object))
    #expect(parsed["name 99999"] == 99_999)
    let reversed = JSONObject(dictionaryLiteral: ("x", 1))
    #expect(parsed != .object(reversed))
  }
}
