import Causeway

/// The command `requestValue`, with which a page asks for an amount that the user enters.
public struct RequestValue: Hashable, Sendable {
  /// The page's field `openValueRequest`. The protocol's documents do not say what it means.
  public let openValueRequest: Bool

  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The amount that the user entered.
    public var value: String

    /// Creates an answer with an amount.
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
