import CausewayJSON
import Testing

@Suite("A JSON value is a plain Swift value")
struct JSONValueTests {
  let value: JSONValue = [
    "null": nil, "bool": true, "int": 1, "double": 1.5, "string": "text", "array": [1, [2]],
    "object": ["a": ["b": nil]],
  ]

  @Test("Literals make JSON values of the corresponding type")
  func literals() {
    #expect(
      value.description
        == #"{"null":null,"bool":true,"int":1,"double":1.5,"string":"text","array":[1,[2]],"object":{"a":{"b":null}}}"#)
    #expect(JSONValue.self == type(of: [nil] as JSONValue))
  }

  @Test("An accessor returns the content of its JSON type, and nil for other types")
  func accessors() {
    #expect(value["null"]?.isNull == true)
    #expect(value["bool"]?.boolValue == true)
    #expect(value["int"]?.numberValue == 1)
    #expect(value["string"]?.stringValue == "text")
    #expect(value["array"]?.arrayValue == [1, [2]])
    #expect(value["object"]?.objectValue == ["a": ["b": nil]])
    let other: JSONValue = "x"
    #expect(!other.isNull)
    #expect(other.boolValue == nil)
    #expect(other.numberValue == nil)
    #expect(other.arrayValue == nil)
    #expect(other.objectValue == nil)
    #expect(JSONValue.null.stringValue == nil)
  }

  @Test("Subscripts read members and elements; nil means that there is none, and is not null")
  func subscripts() {
    #expect(value["array"]?[1]?[0] == 2)
    #expect(value["array"]?[2] == nil)
    #expect(value["array"]?[-1] == nil)
    #expect(value["array"]?["x"] == nil)
    #expect(value["object"]?[0] == nil)
    #expect(value["object"]?["a"]?["b"] == .some(.null))
    #expect(value["object"]?["b"] == .none)
  }

  @Test("Values of different JSON types are not equal, and 0 equals -0")
  func equality() {
    let values: [JSONValue] = [nil, false, true, 0, 1, "", "0", [], [nil], [:], ["a": nil], ["a": 0]]
    for (left, value) in values.enumerated() {
      for (right, other) in values.enumerated() { #expect((value == other) == (left == right)) }
    }
    #expect(Set(values).count == values.count)
    #expect(JSONValue.number(-0.0) == 0)
    #expect(JSONValue.number(-0.0).hashValue == JSONValue.number(0).hashValue)
  }
}
