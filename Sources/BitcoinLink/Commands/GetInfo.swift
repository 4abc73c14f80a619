import Causeway

/// The command `getInfo`, with which a page asks for information about the wallet. The command has no fields.
public struct GetInfo: Hashable, Sendable {
  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The wallet's version.
    public var version: String
    /// The wallet's platform, such as `ios`.
    public var platform: String
    /// The protocols that the wallet supports, such as `BCH`.
    public var protocols: [String]

    /// Creates an answer about the wallet.
    public init(version: String, platform: String, protocols: [String]) {
      self.version = version
      self.platform = platform
      self.protocols = protocols
    }
  }
}

extension GetInfo: ReadableCommand {
  static var name: LinkCommand { .getInfo }
  static var kind: ApprovalPrompt.Kind { .getInfo }

  init(_ fields: Fields) {}
}
