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
