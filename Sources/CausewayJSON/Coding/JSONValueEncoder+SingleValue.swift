extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { node.set(.null) }

  // Encodes into the same node, because the inner value replaces the outer one.
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }

  func encode(_ value: Bool) throws { node.set(.bool(value)) }
  func encode(_ value: String) throws { node.set(.string(value)) }
  func encode(_ value: Double) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: Float) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: Int) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: Int8) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: Int16) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: Int32) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: Int64) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: UInt) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: UInt8) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: UInt16) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: UInt32) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
  func encode(_ value: UInt64) throws { node.set(try JSONScalarEncoding.number(value) { path }) }
}
