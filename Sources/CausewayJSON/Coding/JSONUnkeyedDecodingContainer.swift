/// A container that decodes the elements of an array, one after the other.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let path: JSONCodingPath
  private(set) var currentIndex = 0

  init(elements: [JSONValue], path: JSONCodingPath) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try current(as: Any?.self).isNull
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { value, path in try T(from: JSONValueDecoder(value: value, codingPath: path())) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(JSONObject.self) { value, path in
      try JSONValueDecoder(value: value, codingPath: path()).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([JSONValue].self) { value, path in
      try JSONValueDecoder(value: value, codingPath: path()).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { value, path in JSONValueDecoder(value: value, codingPath: path()) }
  }

  /// Decodes the current element, and moves to the next one if that succeeds.
  private mutating func next<Result>(
    _ type: Any.Type, _ decode: (JSONValue, JSONScalarDecoding.Path) throws -> Result
  ) throws -> Result {
    let path = path
    let index = currentIndex
    let result = try decode(try current(as: type)) { .element(index, of: path) }
    currentIndex += 1
    return result
  }

  private func current(as type: Any.Type) throws -> JSONValue {
    if currentIndex < elements.count { return elements[currentIndex] }
    throw DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: JSONCodingPath.element(currentIndex, of: path).keys,
        debugDescription: "The array has no element \(currentIndex)."))
  }
}

extension JSONUnkeyedDecodingContainer {
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type, JSONScalarDecoding.bool) }
  mutating func decode(_ type: String.Type) throws -> String { try next(type, JSONScalarDecoding.string) }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type, JSONScalarDecoding.double) }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type, JSONScalarDecoding.float) }

  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  private mutating func integer<Integer: FixedWidthInteger>() throws -> Integer {
    try next(Integer.self) { value, path in try JSONScalarDecoding.integer(Integer.self, value, at: path) }
  }
}
