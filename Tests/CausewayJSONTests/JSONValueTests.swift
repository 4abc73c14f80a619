import CausewayJSON
import Testing

@Suite("A JSON value is a plain Swift value")
struct JSONValueTests {
  let value: JSONValue = [
    "null": nil, "bool": true, "int": 1, "double": 1.5, "string": "text", "array": [1, [2]],
    "object": ["a": ["b": nil]],
  ]

  @Test("Literals make the values that they look like")
  func literals() {
    #expect(
      value.description
        == #"{"null":null,"bool":true,"int":1,"double":1.5,"string":"text","array":[1,[2]],"object":{"a":{"b":null}}}"#)
    #expect(JSONValue.self == type(of: [nil] as JSONValue))
  }

  @Test("Accessors give the content of their kind and nil of any other")
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

  @Test("Subscripts reach into objects and arrays, and nil is absence, not null")
  func subscripts() {
    #expect(value["array"]?[1]?[0] == 2)
    #expect(value["array"]?[2] == nil)
    #expect(value["array"]?[-1] == nil)
    #expect(value["array"]?["x"] == nil)
    #expect(value["object"]?[0] == nil)
    #expect(value["object"]?["a"]?["b"] == .some(.null))
    #expect(value["object"]?["b"] == .none)
  }

  @Test("Values of different kinds are different, and 0 equals -0")
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
