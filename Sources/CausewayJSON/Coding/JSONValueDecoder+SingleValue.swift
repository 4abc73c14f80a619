extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

  func decode(_ type: Bool.Type) throws -> Bool { try JSONScalarDecoding.bool(value) { path } }
  func decode(_ type: String.Type) throws -> String { try JSONScalarDecoding.string(value) { path } }
  func decode(_ type: Double.Type) throws -> Double { try JSONScalarDecoding.double(value) { path } }
  func decode(_ type: Float.Type) throws -> Float { try JSONScalarDecoding.float(value) { path } }

  func decode(_ type: Int.Type) throws -> Int { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: Int8.Type) throws -> Int8 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: Int16.Type) throws -> Int16 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: Int32.Type) throws -> Int32 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: Int64.Type) throws -> Int64 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: UInt.Type) throws -> UInt { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try JSONScalarDecoding.integer(type, value) { path } }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try JSONScalarDecoding.integer(type, value) { path } }
}
