import BitcoinLink
import Causeway
import CausewayText
import CausewayTool

extension Prompt {
  /// Creates the prompt for a request that needs the wallet user's approval.
  init(_ approval: ApprovalPrompt) {
    self.init(
      requester: Requester(origin: approval.origin, isMainFrame: approval.isMainFrame), headline: approval.kind.headline
    )
    rows = approval.rows.map { row in
      let text = PageText(row.raw)
      // A checked value can be long too, and its end can matter most, for example in a URL. Among free texts, only the
      // data to sign and the data that only the wallet understands are shown as documents, because a window with many
      // long documents takes minutes to appear.
      let isRead =
        !row.isPageText || row.label == "fields" || [.requestWeb3Sign, .ownCommand].contains(approval.kind)
      let isLong = isRead && row.raw.utf8.count > 80
      return Row(label: Self.label(row.label), value: isLong ? .document(text) : .page(text))
    }
    `protocol` = .link
    claims = approval.metadata.rows
    warning = approval.warnings.isEmpty ? nil : approval.warnings.map(\.rawValue).joined(separator: " ")
    approve = approval.kind.consent
  }

  /// Returns the label for a field of the protocol.
  private static func label(_ field: String) -> String { labels[field] ?? field }

  private static let labels = [
    "to": "To", "value": "Amount", "protocol": "Protocol", "assetId": "Token", "opReturn": "Public note",
    "url": "Payment request", "name": "Name", "symbol": "Symbol", "decimals": "Decimal places",
    "initialSupply": "Number of tokens", "tokenReceiverAddress": "Address that receives the tokens",
    "batonReceiverAddress": "Address that can create more tokens", "documentUri": "Document",
    "documentHash": "Hash of the document",
    "signType": "Kind of signature", "address": "Account", "message": "Message", "fields": "Other data from the page",
    "command": "Command", "data": "Data",
  ]
}

extension WebsiteMetadata {
  /// The page's description of itself as rows. The picture is left out, because loading it would reveal the
  /// request to the page's servers.
  var rows: [Prompt.Row] {
    [("Title", title), ("Description", description)].compactMap { label, text in
      text.map { Prompt.Row(label: label, value: .page($0)) }
    }
  }
}

extension ApprovalPrompt.Kind {
  fileprivate var headline: String {
    switch self {
    case .sendAssets: "Send money from your wallet?"
    case .payInvoice: "Pay this invoice?"
    case .createToken: "Create a token?"
    case .requestWeb3Sign: "Sign with your account?"
    case .getAddress: "Share an address of your wallet?"
    case .getInfo: "Give the page information about this wallet?"
    case .requestValue: "Tell the page an amount? No money is sent."
    case .ownCommand: "Perform a command that this wallet defines?"
    }
  }

  fileprivate var consent: String {
    switch self {
    case .sendAssets: "Send"
    case .payInvoice: "Pay"
    case .createToken: "Create"
    case .requestWeb3Sign: "Sign"
    case .getAddress: "Share"
    case .getInfo, .requestValue: "Give"
    case .ownCommand: "Perform"
    }
  }
}
