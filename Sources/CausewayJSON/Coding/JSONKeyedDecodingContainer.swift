/// A container that decodes the members of an object.
struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let path: JSONCodingPath

  var codingPath: [any CodingKey] { path.keys }

  /// The names that are keys of the type, in the object's order.
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { object.position(of: key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try T(from: JSONValueDecoder(value: try value(key), codingPath: path(to: key)))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try JSONValueDecoder(value: try value(key), codingPath: path(to: key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONValueDecoder(value: try value(key), codingPath: path(to: key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(JSONCodingKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Returns the decoder of a superclass. If the superclass has encoded nothing, its member may be missing, and it
  /// decodes from `null`, as in Foundation.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    JSONValueDecoder(value: object[key.stringValue] ?? .null, codingPath: path(to: key))
  }

  private func path(to key: any CodingKey) -> JSONCodingPath { .member(key, of: path) }

  private func value(_ key: Key) throws -> JSONValue {
    if let position = object.position(of: key.stringValue) { return object.members[position].value }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "There is no member '\(key.stringValue)'."))
  }
}

extension JSONKeyedDecodingContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try JSONScalarDecoding.bool(try value(key)) { path(to: key) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try JSONScalarDecoding.string(try value(key)) { path(to: key) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try JSONScalarDecoding.double(try value(key)) { path(to: key) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try JSONScalarDecoding.float(try value(key)) { path(to: key) }
  }

  // Each method calls the generic function directly. A shared method that is generic over `Key` and the integer would
  // not be specialized for the integer, and its conversions would take several times as long.

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try JSONScalarDecoding.integer(type, try value(key)) { path(to: key) }
  }
}
