import Causeway

/// `payInvoice`: the page asks to pay a payment request.
public struct PayInvoice: Hashable, Sendable {
  /// Where the payment request is: a URI such as `bitcoincash:?r=https://merchant.example/i/1`, of any scheme.
  public let url: String

  /// What the page gets.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The merchant's memo.
    public var memo: String

    /// A request that was paid.
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
