/// A JSON value: what crosses between a page and the app.
///
/// It is a plain value. Parse one with ``init(parsing:limits:)-(String,_)``, write one with ``json`` or ``write(into:style:)``,
/// and go to and from typed Swift with ``decode(_:)`` and ``init(encoding:)``.
///
/// Numbers are doubles, as they are in JavaScript. Strings are compared by their Unicode scalars, as `===` does, not by
/// canonical equivalence as `String` does: to a page, "é" in one scalar and "é" in two are different strings and
/// different keys, and two values that a page can tell apart are never equal here.
///
/// A value releases, compares, hashes and prints its children recursively. The parser bounds the depth of what comes
/// from outside (``JSONLimits/maximumDepth``); who builds a value by hand keeps it to some thousands of levels.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number. NaN and the infinities can stand here but not in a JSON text: they print as `null`.
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
