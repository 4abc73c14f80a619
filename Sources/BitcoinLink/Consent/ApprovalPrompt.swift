import Causeway
import CausewayJSON
import CausewayText

/// The question to the user before the wallet moves money, signs, or performs another command that needs approval.
///
/// ``origin`` is the frame's origin, as the web view reports it: show it as the requesting origin. ``rows`` and
/// ``metadata`` contain the page's own texts and values.
public struct ApprovalPrompt: Hashable, Sendable {
  /// The kind of the requested command.
  public let kind: Kind
  /// The requesting origin: the origin of the document that sent the request.
  public let origin: Origin
  /// Whether the requesting document is the top-level document of its web view.
  public let isMainFrame: Bool
  /// The request's fields, in the order in which to show them.
  public let rows: [Row]
  /// Warnings that the user should read before the decision.
  public let warnings: [Warning]
  /// The page's description of itself. Any page can write any text there. If you show it, show it as the page's claim
  /// beside the origin, never in place of the origin.
  public let metadata: WebsiteMetadata

  /// The kinds of prompts, one for each command that can need approval.
  public enum Kind: CaseIterable, Hashable, Sendable {
    /// The page asks the wallet to send coins or tokens.
    case sendAssets
    /// The page asks the wallet to pay a payment request.
    case payInvoice
    /// The page asks the wallet to create a token.
    case createToken
    /// The page asks the wallet to sign for an Ethereum account.
    case requestWeb3Sign
    /// The page requests an address. Used only if ``WalletLink/Configuration/additionalConsent`` contains the command.
    case getAddress
    /// The page requests information about the wallet. Used only if ``WalletLink/Configuration/additionalConsent``
    /// contains the command.
    case getInfo
    /// The page requests an amount from the user. Used only if ``WalletLink/Configuration/additionalConsent`` contains
    /// the command.
    case requestValue
    /// The page asks the wallet to perform a command that the wallet defines (``OwnCommandHandler/afterApproval(_:)``).
    /// The row `command` has its name.
    case ownCommand
  }

  /// One field of the request.
  public struct Row: Hashable, Sendable {
    /// The field's name in the protocol, such as `to`. The row `fields` has the JSON text of all members that the
    /// protocol does not define. For a command that the wallet defines, the row `data` has the JSON text of its data.
    public let label: String
    /// The field's value. Show it unchanged, as plain text in a separate paragraph or label. In free text, invisible
    /// characters are made visible, and a text that is too long is cut; see `PageText`.
    public let value: String
    /// Whether the value is free text from the page: show it as the page's words. If false, the value's form was
    /// checked: it is an amount, an address, a URI or other printable ASCII without spaces.
    public let isPageText: Bool
    /// The complete and unchanged value. Do not show it to the user.
    public let raw: String

    /// Makes a row for a value whose form was checked.
    static func checked(_ label: String, _ value: String) -> Row {
      Row(label: label, value: value, isPageText: false, raw: value)
    }

    /// Makes a row for free text that is shown on one line.
    static func text(_ label: String, _ text: String) -> Row {
      Row(label: label, value: PageText(text).shown(), isPageText: true, raw: text)
    }

    /// Makes a row for free text with line breaks.
    static func message(_ label: String, _ text: String) -> Row {
      let shown = PageText(text).shown(limit: longestMessage, lineBreaks: .kept)
      return Row(label: label, value: shown, isPageText: true, raw: text)
    }

    /// The longest message that is shown, in characters. A user would not read more before signing.
    private static let longestMessage = 8192

    /// Whether the value ends with the note that text was left out. A page can end its text with such a note too; the
    /// user then gets the same warning.
    var isCut: Bool { isPageText && (value.hasSuffix("more characters⟩") || value.hasSuffix("more character⟩")) }
  }

  /// A warning that the user should read before the decision.
  public enum Warning: String, CaseIterable, Hashable, Sendable {
    /// The requesting document has no origin that identifies it.
    case unknownOrigin = "The requesting page has no origin that identifies it."
    /// A text from the page is too long to be shown completely.
    case cutShort = "A text is too long to show in full."
    /// The transaction contains data from the page (`opReturn`).
    case carriesData = "The transaction contains data from the page, which everybody can read."
    /// `eth_sign`: the signed data can be anything, even a transaction.
    case signsAnything = "The data to sign is not readable; it can be a transaction."
    /// `eth_sendTransaction`: the wallet sends a transaction.
    case sendsTransaction = "The wallet signs and sends a transaction."
    /// `eth_signTransaction`: the page can send the signed transaction at any time.
    case signsTransaction = "The wallet signs a transaction, which the page can send at any time."
    /// `eth_signTypedData`: the signed data can allow others to spend the user's coins or tokens.
    case signsTypedData = "The signature can allow others to spend your coins or tokens."
  }

  init<Command: PromptedCommand>(_ request: LinkRequest<Command>) {
    kind = Command.kind
    origin = request.origin
    isMainFrame = request.isMainFrame
    // The user must see these fields because the wallet gets them too.
    let fields = JSONValue.object(request.fields)
    rows = request.command.rows + (request.fields.isEmpty ? [] : [.message("fields", fields.json)])
    warnings =
      (request.origin.host.isEmpty ? [.unknownOrigin] : []) + (rows.contains(where: \.isCut) ? [.cutShort] : [])
      + request.command.warnings
    metadata = request.metadata
  }
}
