/// No value: the parameters of a function without parameters, or the result of a function without a result. It is
/// `undefined` in the page.
///
/// A value that a page sends for `Nothing` is ignored.
public struct Nothing: Codable, Hashable, Sendable {
  /// Creates the only value.
  public init() {}

  /// Accepts any value.
  public init(from decoder: any Decoder) {}

  /// Encodes `null`, for places in which JSON needs a value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
