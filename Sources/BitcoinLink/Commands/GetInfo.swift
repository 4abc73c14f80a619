import Causeway

/// `getInfo`: the page asks what the wallet is. It has no fields.
public struct GetInfo: Hashable, Sendable {
  /// What the page gets.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The wallet's version.
    public var version: String
    /// What it runs on, such as `ios`.
    public var platform: String
    /// The protocols that it speaks, such as `BCH`.
    public var protocols: [String]

    /// What the wallet is.
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
