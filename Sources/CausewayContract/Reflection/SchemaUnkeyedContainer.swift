/// An array without data. While a type is observed, the array reports one element, so that a loop reads one element. It
/// still returns further elements to code that reads a fixed number of them. For a sample value, the array is empty.
struct SchemaUnkeyedContainer: UnkeyedDecodingContainer {
  private static let maximumElements = 64

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
    try note(type)
    return try decoder.registry.sample(of: type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try countElement()
    return try decoder.nested(decoder.notes.nestedElement()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try countElement()
    return try decoder.nested(decoder.notes.nestedElement()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    try countElement()
    return decoder.nested(decoder.notes.nestedElement())
  }

  /// Counts an element. Throws if there are too many, because a type may read elements until an error ends the array.
  private mutating func countElement() throws {
    guard currentIndex < Self.maximumElements else {
      throw DecodingError.valueNotFound(
        Any.self, DecodingError.Context(codingPath: [], debugDescription: "There are no more elements."))
    }
    currentIndex += 1
  }

  private mutating func note(_ type: any Decodable.Type) throws {
    try countElement()
    if decoder.notes.isRecording { decoder.notes.element(decoder.schema(of: type)) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try note(type)
    return false
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try note(type)
    return decoder.sample.string
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try note(type)
    return Double(decoder.sample.number)
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try note(type)
    return Float(decoder.sample.number)
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try note(type)
    return decoder.integer(type)
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try note(type)
    return decoder.integer(type)
  }
}
