/// An encoder that writes one JSON value to ``node``.
struct JSONValueEncoder: Encoder {
  let node: JSONEncodingNode
  let path: JSONCodingPath

  init(codingPath: JSONCodingPath) {
    self.init(node: JSONEncodingNode(), path: codingPath)
  }

  init(node: JSONEncodingNode, path: JSONCodingPath) {
    self.node = node
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(JSONKeyedEncodingContainer(node: node, path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return JSONUnkeyedEncodingContainer(node: node, path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }
}
