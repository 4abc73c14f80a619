import Causeway

/// The command `payInvoice`, with which a page asks the wallet to pay a payment request.
public struct PayInvoice: Hashable, Sendable {
  /// The payment request's URI, such as `bitcoincash:?r=https://merchant.example/i/1`, of any scheme.
  public let url: String

  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The merchant's memo.
    public var memo: String

    /// Creates the answer for a payment request that was paid.
    public init(memo: String) {
      self.memo = memo
    }
  }
}

extension PayInvoice: ConsentCommand {
  static var name: LinkCommand { .payInvoice }
  static var kind: ApprovalPrompt.Kind { .payInvoice }

  init(_ fields: Fields) throws(LinkError) {
    url = try fields.uri("url")
  }

  var rows: [ApprovalPrompt.Row] { [.checked("url", url)] }
}
