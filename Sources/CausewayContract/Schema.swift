import CausewayJSON

/// The set of JSON values that a type accepts.
///
/// A schema is written as [JSON Schema](https://json-schema.org/draft/2020-12) in the subset that `Codable` types need.
public indirect enum Schema: Hashable, Sendable {
  /// Every JSON value.
  case any
  /// `true` or `false`.
  case boolean
  /// A string.
  case string
  /// A number.
  case number
  /// A number without a fraction, within this range.
  case integer(ClosedRange<Int64>)
  /// An array whose elements all have this schema.
  case array(Schema)
  /// An object with any member names, whose values all have this schema.
  case dictionary(Schema)
  /// A value of this schema, or `null`.
  case optional(Schema)
  /// An object with these members. Further members are ignored.
  case object([Property])
  /// One of these values, such as the raw values of an enum.
  case constants([JSONValue])
  /// An object with exactly one member, whose name selects one of these cases, as Swift encodes an enum with associated
  /// values.
  case union([Property])
  /// A type of the contract, by its name in ``Contract/types``.
  case reference(String)

  /// The greatest integer that JavaScript distinguishes from its neighbors, 2^53 - 1.
  public static let maximumInteger: Int64 = 9_007_199_254_740_991

  /// A member of an object.
  public struct Property: Hashable, Sendable {
    /// The member's name in JSON.
    public var name: String
    /// The schema of the member's value.
    public var schema: Schema
    /// Whether the member must be present. A member that may be missing may also be `null` if its schema is
    /// ``Schema/optional(_:)``.
    public var isRequired: Bool

    /// Creates a member.
    public init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }
}
