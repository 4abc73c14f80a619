/// A container that encodes the members of an object.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONEncodingNode
  let path: JSONCodingPath

  var codingPath: [any CodingKey] { path.keys }

  func encodeNil(forKey key: Key) throws { node.setMember(key.stringValue, .null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.value(value, at: path(to: key)))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(JSONCodingKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(node: node.memberNode(key.stringValue), path: path(to: key))
  }

  private func path(to key: any CodingKey) -> JSONCodingPath { .member(key, of: path) }
}

extension JSONKeyedEncodingContainer {
  func encode(_ value: Bool, forKey key: Key) throws { node.setMember(key.stringValue, .bool(value)) }
  func encode(_ value: String, forKey key: Key) throws { node.setMember(key.stringValue, .string(value)) }

  func encode(_ value: Double, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: Float, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  // Each method calls the generic function directly, as in `JSONKeyedDecodingContainer`.

  func encode(_ value: Int, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    node.setMember(key.stringValue, try JSONScalarEncoding.number(value) { path(to: key) })
  }
}
