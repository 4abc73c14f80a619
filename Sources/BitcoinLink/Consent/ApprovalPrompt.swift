import Causeway

/// What the user is asked before the wallet moves money or signs.
///
/// ``origin`` is the frame's, as WebKit reports it: show it as who asks. Everything else comes from the page.
public struct ApprovalPrompt: Hashable, Sendable {
  /// What is asked.
  public let kind: Kind
  /// The origin of the document that asks.
  public let origin: Origin
  /// Whether it is the top-level document of its web view.
  public let isMainFrame: Bool
  /// The request in rows, in the order in which they are to be read.
  public let rows: [Row]
  /// What the user should know before the decision.
  public let warnings: [Warning]
  /// What the page says of itself. Anybody can write anything there: at most show it, as the page's claim, beside the
  /// origin and never in its place.
  public let metadata: WebsiteMetadata

  /// What a prompt is for.
  public enum Kind: CaseIterable, Hashable, Sendable {
    /// To send coins or tokens.
    case sendAssets
    /// To pay a payment request.
    case payInvoice
    /// To create a token.
    case createToken
    /// To sign for an Ethereum account.
    case requestWeb3Sign
  }

  /// One thing that is asked.
  public struct Row: Hashable, Sendable {
    /// What it is, in the protocol's words, such as `to`.
    public let label: String
    /// What the page passed.
    public let value: String
    /// Whether the value is free text of the page. If not, its form was checked: an amount, an address, a URI.
    public let isPageText: Bool

    /// A value whose form was checked.
    static func checked(_ label: String, _ value: String) -> Row {
      Row(label: label, value: value, isPageText: false)
    }

    /// A text that can hold anything.
    static func text(_ label: String, _ text: String) -> Row {
      Row(label: label, value: text, isPageText: true)
    }
  }

  /// What the user should know before the decision.
  public enum Warning: String, CaseIterable, Hashable, Sendable {
    /// The document that asks has no origin to be known by.
    case unknownOrigin = "The page that asks has no origin."
    /// The transaction carries data of the page (`opReturn`).
    case carriesData = "The transaction carries data that the page wrote, for everybody to read."
    /// `eth_sign`: what is signed can be anything, a transaction too.
    case signsAnything = "What is signed cannot be read; it can be a transaction."
    /// `eth_sendTransaction`.
    case sendsTransaction = "This sends a transaction."
    /// `eth_signTransaction`.
    case signsTransaction = "This signs a transaction, which the page can send at any time."
    /// `eth_signTypedData`.
    case signsTypedData = "What is signed can allow others to spend."
  }

  init<Command: ConsentCommand>(_ request: LinkRequest<Command>) {
    kind = Command.kind
    origin = request.origin
    isMainFrame = request.isMainFrame
    rows = request.command.rows
    warnings = (request.origin.isOpaque ? [.unknownOrigin] : []) + request.command.warnings
    metadata = request.metadata
  }
}
