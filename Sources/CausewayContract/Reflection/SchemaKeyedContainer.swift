/// A keyed container without data. Every member is present.
struct SchemaKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SchemaDecoder

  var codingPath: [any CodingKey] { [] }

  /// The key of the case that is observed. Only enums with associated values and types with arbitrary member names read
  /// this property.
  var allKeys: [Key] {
    guard let keys = EnumCases.all(of: Key.self) as? [Key] else { return [] }
    decoder.notes.caseNames = keys.map(\.stringValue)
    return keys.indices.contains(decoder.caseIndex) ? [keys[decoder.caseIndex]] : []
  }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    note(type, key, isRequired: true)
    return try decoder.registry.sample(of: type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    note(type, key, isRequired: false)
    return nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.nested(decoder.notes.nested(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(decoder.notes.nested(key.stringValue)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder.nested(decoder.notes.nested("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.nested(decoder.notes.nested(key.stringValue)) }

  private func note(_ type: any Decodable.Type, _ key: Key, isRequired: Bool) {
    guard decoder.notes.isRecording else { return }
    let schema = decoder.schema(of: type)
    decoder.notes.member(key.stringValue, isRequired ? schema : .optional(schema), isRequired: isRequired)
  }
}

// The protocol has a separate function for each of these types. The default implementations of `decodeIfPresent` would
// read the member, which would then be recorded as required.
extension SchemaKeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    note(type, key, isRequired: true)
    return false
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    note(type, key, isRequired: true)
    return decoder.sample.string
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    note(type, key, isRequired: true)
    return Double(decoder.sample.number)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    note(type, key, isRequired: true)
    return Float(decoder.sample.number)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    note(type, key, isRequired: true)
    return decoder.integer(type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { absent(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { absent(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { absent(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { absent(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { absent(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { absent(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { absent(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { absent(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { absent(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { absent(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { absent(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { absent(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { absent(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { absent(type, key) }

  private func absent<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
    note(type, key, isRequired: false)
    return nil
  }
}
