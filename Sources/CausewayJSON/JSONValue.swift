/// A JSON value: the type of the data that a page and the app exchange.
///
/// Parse a value with ``init(parsing:limits:)-(String,_)``, print it with ``json`` or ``write(into:style:)``, and
/// convert it from and to typed Swift with ``init(encoding:)`` and ``decode(_:)``.
///
/// Numbers are doubles, as they are in JavaScript. Strings are compared by their Unicode scalars, as with `===`, not by
/// canonical equivalence as with `String`: to a page, "é" in one scalar and "é" in two are different strings and
/// different keys. Two values that a page can distinguish are never equal here.
///
/// A value releases, compares, hashes and prints its children recursively. The parser limits the depth of a text from
/// outside (``JSONLimits/maximumDepth``). Code that builds a value must not use more than a few thousand levels.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number. NaN and the infinities are allowed here but not in a JSON text: they print as `null`.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, in the order of its members.
  case object(JSONObject)
}

extension JSONValue: CustomStringConvertible {
  /// The compact JSON text, the same as ``json``.
  public var description: String { json }
}

// These functions are written by hand, because the synthesized ones would compare strings by canonical equivalence.

extension JSONValue: Equatable {
  /// Returns whether both are the same JSON value: strings are compared by scalars, objects in any order, and 0 equals
  /// -0.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue: Hashable {
  /// Hashes the kind and the content, consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0 as UInt8)
    case .bool(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(2 as UInt8)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(3 as UInt8)
      value.hashBytes(into: &hasher)
    case .array(let elements):
      hasher.combine(4 as UInt8)
      hasher.combine(elements.count)
      for position in elements.indices { elements[position].hash(into: &hasher) }
    case .object(let object):
      hasher.combine(5 as UInt8)
      object.hash(into: &hasher)
    }
  }
}
