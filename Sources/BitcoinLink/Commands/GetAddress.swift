import Causeway

/// The command `getAddress`, with which a page asks for an address that can receive payments.
public struct GetAddress: Hashable, Sendable {
  /// The protocol's name as the page wrote it: `BCH`, `BTC`, `ETH` or, on older pages, `SLP`. The wallet may not
  /// support it. If the page passed no data, this is ``WalletProvider/defaultProtocol``.
  public let `protocol`: String

  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The address that can receive payments.
    public var address: String
    /// A name for the address; nil to leave it out.
    public var label: String?

    /// Creates an answer with an address.
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

  /// Uses the wallet's default protocol if the page passed no data, because published pages call `getAddress()` without
  /// data.
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
