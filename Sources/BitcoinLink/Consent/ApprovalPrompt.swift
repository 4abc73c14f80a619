import Causeway
import CausewayJSON
import CausewayText

/// What the user is asked before the wallet moves money, signs, or does what else the wallet asks for.
///
/// ``origin`` is the frame's, as the web view reports it: show it as who asks. What the page says is in ``rows`` and
/// ``metadata``.
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
    /// To give an address away, if ``WalletLink/Configuration/additionalConsent`` has the command.
    case getAddress
    /// To say what the wallet is, if ``WalletLink/Configuration/additionalConsent`` has the command.
    case getInfo
    /// To give a value away, if ``WalletLink/Configuration/additionalConsent`` has the command.
    case requestValue
    /// To perform a command of the wallet's own (``OwnCommandHandler/afterApproval(_:)``); the row `command` names it.
    case ownCommand
  }

  /// One thing that is asked.
  public struct Row: Hashable, Sendable {
    /// What it is, in the protocol's words, such as `to`. `fields` is the JSON text of all members that the protocol does
    /// not have; of a command of the wallet's own `data` is the JSON text of its data.
    public let label: String
    /// What the page passed, to be shown as it is here, as plain text in a paragraph or label of its own. Of free text
    /// everything is visible, and what is too long is cut; see `PageText`.
    public let value: String
    /// Whether the value is free text of the page: show it as the page's words. If not, its form was checked: it is an
    /// amount, an address, a URI, printable ASCII without spaces.
    public let isPageText: Bool
    /// The value, to the letter and whole. Not for people's eyes.
    public let raw: String

    /// A value whose form was checked.
    static func checked(_ label: String, _ value: String) -> Row {
      Row(label: label, value: value, isPageText: false, raw: value)
    }

    /// A text that can hold anything, and belongs on one line.
    static func text(_ label: String, _ text: String) -> Row {
      Row(label: label, value: PageText(text).shown(), isPageText: true, raw: text)
    }

    /// A text that can hold anything, lines too.
    static func message(_ label: String, _ text: String) -> Row {
      let shown = PageText(text).shown(limit: longestMessage, lineBreaks: .kept)
      return Row(label: label, value: shown, isPageText: true, raw: text)
    }

    /// More than a person reads before signing, in characters.
    private static let longestMessage = 8192

    /// Whether the value ends in the note of what was left out. A page can end its text so too, and is warned of then.
    var isCut: Bool { isPageText && (value.hasSuffix("more characters⟩") || value.hasSuffix("more character⟩")) }
  }

  /// What the user should know before the decision.
  public enum Warning: String, CaseIterable, Hashable, Sendable {
    /// The document that asks has no origin to be known by.
    case unknownOrigin = "The page that asks has no origin."
    /// A text of the page is too long to be shown whole.
    case cutShort = "A text is too long to be shown whole."
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

  init<Command: PromptedCommand>(_ request: LinkRequest<Command>) {
    kind = Command.kind
    origin = request.origin
    isMainFrame = request.isMainFrame
    // The wallet gets these fields too, so the user has to see them.
    let fields = JSONValue.object(request.fields)
    rows = request.command.rows + (request.fields.isEmpty ? [] : [.message("fields", fields.json)])
    warnings =
      (request.origin.host.isEmpty ? [.unknownOrigin] : []) + (rows.contains(where: \.isCut) ? [.cutShort] : [])
      + request.command.warnings
    metadata = request.metadata
  }
}
