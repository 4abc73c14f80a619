// The bridge between JSON and typed Swift. It follows Foundation's JSONEncoder and JSONDecoder, with these exceptions:
//
// - An integer that a double cannot represent exactly, beyond ±(2^53 - 1), cannot be encoded or decoded, because
//   JavaScript would silently use another number. Send such numbers as strings.
// - A Float becomes the number with the same text, so that 0.1 is 0.1 to a page.
// - There are no coding strategies, and no type is treated specially: without Foundation this module does not know
//   Date, Data or URL, so they encode by their own Codable implementation. The types of a capability should be plain,
//   or define their own encoding.

extension JSONValue {
  /// Encodes a typed value.
  ///
  /// A value that encodes nothing becomes `{}` inside another value. Alone it is an error, as in Foundation's
  /// JSONEncoder.
  ///
  /// - Throws: `EncodingError.invalidValue` with the coding path, for an integer beyond ±(2^53 - 1), NaN, an infinity,
  ///   or a value that encodes nothing; or the error of the value's own `encode(to:)`.
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
  ///   `typeMismatch` for another kind of value, `dataCorrupted` for a number that is out of range or, for an integer
  ///   type, not integral; or the error of the type's own `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try T(from: JSONValueDecoder(value: self, codingPath: .root))
  }
}

extension JSONValue: Codable {
  /// Decodes any value from a decoder. ``decode(_:)`` passes the value itself, at no cost.
  ///
  /// Another decoder determines the order of an object's members and the precision of numbers.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self = decoder.value
    } else if let keyed = try? decoder.container(keyedBy: JSONCodingKey.self) {
      self = .object(try JSONObject(from: keyed))
    } else if var unkeyed = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !unkeyed.isAtEnd { elements.append(try unkeyed.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self(from: try decoder.singleValueContainer())
    }
  }

  private init(from container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Encodes this value to any encoder. ``init(encoding:)`` takes the value itself, at no cost.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? JSONValueEncoder {
      encoder.node.set(self)
      return
    }
    switch self {
    case .object(let object):
      try object.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}
