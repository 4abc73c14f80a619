import Causeway

/// `requestValue`: the page asks for an amount that the user enters.
public struct RequestValue: Hashable, Sendable {
  /// The page's `openValueRequest`. The protocol's documents do not say what it means.
  public let openValueRequest: Bool

  /// What the page gets.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The amount.
    public var value: String

    /// An amount.
    public init(value: String) {
      self.value = value
    }
  }
}

extension RequestValue: ReadableCommand {
  static var name: LinkCommand { .requestValue }
  static var kind: ApprovalPrompt.Kind { .requestValue }

  init(_ fields: Fields) throws(LinkError) {
    openValueRequest = try fields.flag("openValueRequest")
  }
}
