/// An array without data. While a type is observed, it seems to have one element until one was read, so that a loop reads
/// one, and code that reads a fixed number of elements reads them all. For a sample it is empty.
struct SchemaUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: SchemaDecoder
  private(set) var currentIndex = 0

  init(decoder: SchemaDecoder) {
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { decoder.notes.isRecording ? 1 : 0 }
  var isAtEnd: Bool { currentIndex >= (decoder.notes.isRecording ? 1 : 0) }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    note(type)
    return try decoder.registry.sample(of: type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    currentIndex += 1
    return try decoder.nested(decoder.notes.nestedElement()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return try decoder.nested(decoder.notes.nestedElement()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    currentIndex += 1
    return decoder.nested(decoder.notes.nestedElement())
  }

  private mutating func note(_ type: any Decodable.Type) {
    currentIndex += 1
    if decoder.notes.isRecording { decoder.notes.element(decoder.schema(of: type)) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    note(type)
    return false
  }

  mutating func decode(_ type: String.Type) throws -> String {
    note(type)
    return decoder.sample.string
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    note(type)
    return Double(decoder.sample.number)
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    note(type)
    return Float(decoder.sample.number)
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    note(type)
    return decoder.integer(type)
  }
}
