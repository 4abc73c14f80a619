/// A value of a column, or of a parameter `?` in a statement.
package enum DatabaseValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number other than NaN, which SQLite would store as null.
  case real(Double)
  /// A text, which may contain U+0000.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension DatabaseValue {
  /// Creates a text, or null for nil.
  package init(_ text: String?) { self = text.map(DatabaseValue.text) ?? .null }
  /// Creates a whole number, or null for nil.
  package init(_ integer: Int64?) { self = integer.map(DatabaseValue.integer) ?? .null }
}

extension DatabaseValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates null.
  package init(nilLiteral: ()) { self = .null }
  /// Creates a whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  package init(floatLiteral value: Double) { self = .real(value) }
}

extension DatabaseValue: ExpressibleByStringLiteral {
  /// Creates a text.
  package init(stringLiteral value: String) { self = .text(value) }
}
