/// A decoder that reads one JSON value.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let path: JSONCodingPath

  init(value: JSONValue, codingPath: JSONCodingPath) {
    self.value = value
    path = codingPath
  }

  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let object = try JSONScalarDecoding.object(value) { path }
    return KeyedDecodingContainer(JSONKeyedDecodingContainer(object: object, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let elements = try JSONScalarDecoding.array(value) { path }
    return JSONUnkeyedDecodingContainer(elements: elements, path: path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }
}
