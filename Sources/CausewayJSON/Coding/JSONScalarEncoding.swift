/// Conversions from a scalar type to a JSON value. Errors say why a conversion fails.
///
/// All three encoding containers use this type. The paths are closures because only errors need them.
enum JSONScalarEncoding {
  typealias Path = () -> JSONCodingPath

  static func number(_ value: Double, at path: Path) throws -> JSONValue {
    guard value.isFinite else { throw invalid(value, "JSON has no number for \(value).", at: path) }
    return .number(value)
  }

  static func number(_ value: Float, at path: Path) throws -> JSONValue {
    guard value.isFinite else { throw invalid(value, "JSON has no number for \(value).", at: path) }
    // Widening would turn 0.1 into 0.10000000149011612. The double with the same text as the float narrows back to the
    // float.
    if let double = Double(value.description), Float(double) == value { return .number(double) }
    return .number(Double(value))
  }

  static func number(_ value: some FixedWidthInteger, at path: Path) throws -> JSONValue {
    guard JSONSafeInteger.contains(value) else {
      throw invalid(
        value,
        "JavaScript cannot represent the integer \(value): its numbers are exact only up to ±\(JSONSafeInteger.maximum). "
          + "Encode it as a string.",
        at: path)
    }
    return .number(Double(value))
  }

  /// Returns the JSON value that `value` encodes.
  ///
  /// A type that encodes nothing becomes an empty object, as in Foundation.
  static func value(_ value: some Encodable, at path: JSONCodingPath) throws -> JSONValue {
    let encoder = JSONValueEncoder(codingPath: path)
    try value.encode(to: encoder)
    return encoder.node.value ?? .object([:])
  }

  private static func invalid(_ value: Any, _ text: String, at path: Path) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path().keys, debugDescription: text))
  }
}
