/// Conversions from a JSON value to a scalar type, an array or an object. Errors say why a conversion fails.
///
/// All three decoding containers use this type. The paths are closures because only errors need them.
enum JSONScalarDecoding {
  typealias Path = () -> JSONCodingPath

  static func bool(_ value: JSONValue, at path: Path) throws -> Bool {
    guard case .bool(let result) = value else { throw mismatch(Bool.self, value, at: path) }
    return result
  }

  static func string(_ value: JSONValue, at path: Path) throws -> String {
    guard case .string(let result) = value else { throw mismatch(String.self, value, at: path) }
    return result
  }

  static func double(_ value: JSONValue, at path: Path) throws -> Double {
    guard case .number(let result) = value else { throw mismatch(Double.self, value, at: path) }
    return result
  }

  static func float(_ value: JSONValue, at path: Path) throws -> Float {
    guard case .number(let number) = value else { throw mismatch(Float.self, value, at: path) }
    let result = Float(number)
    guard result.isFinite || !number.isFinite else {
      throw corrupted("The number \(value) is out of range for Float.", at: path)
    }
    return result
  }

  static func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, _ value: JSONValue, at path: Path
  ) throws -> Integer {
    guard case .number(let number) = value else { throw mismatch(type, value, at: path) }
    if let result = Integer(exactly: number), JSONSafeInteger.contains(number) { return result }
    guard number.isFinite, number.rounded(.towardZero) == number else {
      throw corrupted("The number \(value) is not an integer, so it cannot be decoded as \(type).", at: path)
    }
    guard JSONSafeInteger.contains(number) else {
      throw corrupted(
        "The number \(value) cannot be decoded as \(type), because JSON numbers are exact integers only up to "
          + "±\(JSONSafeInteger.maximum). Send it as a string.",
        at: path)
    }
    throw corrupted("The number \(value) is out of range for \(type), \(Integer.min) to \(Integer.max).", at: path)
  }

  static func array(_ value: JSONValue, at path: Path) throws -> [JSONValue] {
    guard case .array(let result) = value else { throw mismatch([JSONValue].self, value, at: path) }
    return result
  }

  static func object(_ value: JSONValue, at path: Path) throws -> JSONObject {
    guard case .object(let result) = value else { throw mismatch(JSONObject.self, value, at: path) }
    return result
  }

  /// Returns the error for a value of the wrong kind. `null` counts as the absence of a value.
  private static func mismatch(_ type: Any.Type, _ value: JSONValue, at path: Path) -> DecodingError {
    let wanted = name(of: type)
    if value.isNull {
      return .valueNotFound(type, context("Expected \(wanted) but found null.", at: path))
    }
    return .typeMismatch(type, context("Expected \(wanted) but found \(value.kind).", at: path))
  }

  private static func corrupted(_ text: String, at path: Path) -> DecodingError {
    .dataCorrupted(context(text, at: path))
  }

  private static func context(_ text: String, at path: Path) -> DecodingError.Context {
    DecodingError.Context(codingPath: path().keys, debugDescription: text)
  }

  private static func name(of type: Any.Type) -> String {
    if type == JSONObject.self { return "an object" }
    if type == [JSONValue].self { return "an array" }
    return "\(type)"
  }
}

extension JSONValue {
  /// The kind of this value, for error messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
