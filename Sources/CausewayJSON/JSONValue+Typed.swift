// The bridge between JSON and typed Swift. It follows Foundation's JSONEncoder and JSONDecoder except that
//
// - an integer that a double cannot hold exactly, that is beyond 2^53 - 1 either way, neither encodes nor decodes:
//   JavaScript would silently have another number. Send such numbers as strings;
// - a Float becomes the number that prints as the Float does, so that 0.1 is 0.1 to a page;
// - there are no strategies, and no type is treated specially: without Foundation this module knows neither Date, Data
//   nor URL, and they encode as their own Codable says. A capability's types are plain ones, or say how they encode.

extension JSONValue {
  /// Encodes a typed value.
  ///
  /// A value that encodes nothing becomes `{}` inside another, and is an error alone, as with Foundation's JSONEncoder.
  ///
  /// - Throws: `EncodingError.invalidValue` with the coding path, for an integer beyond ±(2^53 - 1), NaN, an infinity, or
  ///   a value that encodes nothing; or what the value's own `encode(to:)` throws.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder(codingPath: .root)
    try value.encode(to: encoder)
    guard let result = encoder.node.value else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "\(type(of: value)) did not encode any value."))
    }
    self = result
  }

  /// Decodes a typed value.
  ///
  /// - Throws: `DecodingError` with the coding path: `keyNotFound`, `valueNotFound` for an unexpected `null`,
  ///   `typeMismatch` for another kind of value, `dataCorrupted` for a number that is not integral or out of range where
  ///   an integer is wanted; or what the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try T(from: JSONValueDecoder(value: self, codingPath: .root))
  }
}
