import Causeway

/// The command `sendAssets`, with which a page asks the wallet to send coins or tokens.
public struct SendAssets: Hashable, Sendable {
  /// The receiver's address. The wallet must check that the address is valid for the protocol.
  public let to: String
  /// The protocol's name as the page wrote it, such as `BCH`; `SLP` for tokens.
  public let `protocol`: String
  /// The token's id; never nil for `SLP`.
  public let assetId: String?
  /// The amount, greater than zero, in the unit that users read, never in satoshi.
  public let value: Amount
  /// Texts from the page that the transaction will contain and that everybody can read; empty if there are none.
  public let opReturn: [String]

  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The id of the broadcast transaction.
    public var txid: String

    /// Creates the answer for a transaction that was broadcast.
    public init(txid: String) {
      self.txid = txid
    }
  }
}

extension SendAssets: ConsentCommand {
  static var name: LinkCommand { .sendAssets }
  static var kind: ApprovalPrompt.Kind { .sendAssets }

  init(_ fields: Fields) throws(LinkError) {
    to = try fields.word("to")
    self.protocol = try fields.word("protocol")
    assetId = self.protocol == "SLP" ? try fields.word("assetId") : try fields.optionalWord("assetId")
    value = try fields.amount("value")
    opReturn = try fields.texts("opReturn")
    if value.isZero { throw LinkError(.malformedInput, "\"value\" is zero, and must be greater than zero.") }
  }

  /// Refuses an amount that the wallet would have to round. The check runs before the prompt, because the user must not
  /// be asked about an amount that cannot be sent.
  @MainActor static func check(_ request: LinkRequest<SendAssets>, with provider: any WalletProvider) async throws {
    let places = request.command.value.decimals
    guard let decimals = try await provider.decimals(for: request), places > decimals else { return }
    throw LinkError(
      .malformedInput, "\"value\" has \(places) decimal places, but the asset has \(decimals): round it first.")
  }

  var rows: [ApprovalPrompt.Row] {
    var rows: [ApprovalPrompt.Row] = [
      .checked("value", value.text), .checked("protocol", self.protocol), .checked("to", to),
    ]
    if let assetId { rows.insert(.checked("assetId", assetId), at: 2) }
    return rows + opReturn.map { .text("opReturn", $0) }
  }

  var warnings: [ApprovalPrompt.Warning] { opReturn.isEmpty ? [] : [.carriesData] }
}
