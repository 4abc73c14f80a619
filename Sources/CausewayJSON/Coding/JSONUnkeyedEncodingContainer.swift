/// A container that encodes the elements of an array, one after the other.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let node: JSONEncodingNode
  let path: JSONCodingPath

  var codingPath: [any CodingKey] { path.keys }

  var count: Int { node.count }

  func encodeNil() throws { node.append(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    node.append(try JSONScalarEncoding.value(value, at: pathToNext))
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> JSONValueEncoder {
    let path = pathToNext
    return JSONValueEncoder(node: node.elementNode(), path: path)
  }

  private var pathToNext: JSONCodingPath { .element(node.count, of: path) }
}

extension JSONUnkeyedEncodingContainer {
  func encode(_ value: Bool) throws { node.append(.bool(value)) }
  func encode(_ value: String) throws { node.append(.string(value)) }
  func encode(_ value: Double) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: Float) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: Int) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: Int8) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: Int16) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: Int32) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: Int64) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: UInt) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: UInt8) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: UInt16) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: UInt32) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
  func encode(_ value: UInt64) throws { node.append(try JSONScalarEncoding.number(value) { pathToNext }) }
}
