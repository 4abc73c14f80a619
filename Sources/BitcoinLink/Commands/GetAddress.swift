import Causeway

/// `getAddress`: the page asks for an address to be paid at.
public struct GetAddress: Hashable, Sendable {
  /// The protocol as the page names it: `BCH`, `BTC`, `ETH`, of older pages `SLP`; maybe one that the wallet does not
  /// have. ``WalletProvider/defaultProtocol`` if the page passed no data.
  public let `protocol`: String

  /// What the page gets.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The address.
    public var address: String
    /// A name for it.
    public var label: String?

    /// An address.
    public init(address: String, label: String? = nil) {
      self.address = address
      self.label = label
    }
  }
}

extension GetAddress: ReadableCommand {
  static var name: LinkCommand { .getAddress }
  static var kind: ApprovalPrompt.Kind { .getAddress }

  init(_ fields: Fields) throws(LinkError) {
    self.protocol = try fields.word("protocol")
  }

  /// Published pages call `getAddress()` without data.
  @MainActor init(_ fields: Fields, for provider: any WalletProvider) throws(LinkError) {
    guard fields.isMissing else {
      try self.init(fields)
      return
    }
    guard let defaultProtocol = provider.defaultProtocol else {
      throw LinkError(.protocolError, "The wallet has no default protocol: pass { protocol }.")
    }
    self.init(protocol: defaultProtocol)
  }

  var rows: [ApprovalPrompt.Row] { [.checked("protocol", self.protocol)] }
}
