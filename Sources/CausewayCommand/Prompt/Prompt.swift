import Causeway
import CausewayText

/// A question to the user: a request and the page that requests it.
///
/// The app's own texts are `String`s and the page's texts are ``Causeway/PageText``, so that no prompt can show a
/// page's text as the app's own.
struct Prompt {
  /// The requesting frame, as the host identified it.
  struct Requester: Hashable {
    let origin: Origin
    let isMainFrame: Bool
  }

  /// The value beside a label.
  enum Value: Hashable {
    /// A text of the app's own.
    case own(String)
    /// A text from the page, shown in one paragraph without line breaks: a name, an address, an amount.
    case page(PageText)
    /// A long text from the page, such as the data to sign, shown with its line breaks. The shown length is limited.
    case document(PageText)
  }

  /// A label and a value of the request.
  struct Row: Hashable {
    /// The label, a text of the app's own, such as "Amount".
    let label: String
    let value: Value
    /// Whether the row is the most important one, such as the amount of a payment.
    var isEmphasized = false
  }

  /// The part of a prompt in which the user must choose a picture before the prompt can be approved.
  struct Picture: Hashable {
    /// A picture that is chosen at the start. The user may choose another one.
    var suggestion: PictureFile?
    /// The camera that may take the picture, where there is one.
    var camera: Camera?
  }

  /// The direction of a camera.
  enum Camera: Hashable {
    /// The camera that shows the user.
    case user
    case environment
  }

  /// The requesting frame.
  var requester: Requester
  /// The question in the app's own words, such as "Send money from your wallet?"
  var headline: String
  /// The rows with the details of the request.
  var rows: [Row] = []
  /// The page's description of itself. It was not checked.
  var claims: [Row] = []
  /// A warning that the user should read before the decision, in the app's own words.
  var warning: String?
  /// The title of the button that approves.
  var approve = "Approve"
  /// The title of the button that declines.
  var decline = "Decline"
  /// The picture that the user must choose; nil if none is needed.
  var picture: Picture?
  /// The protocol of the request; nil if it is not a published one.
  var `protocol`: BridgeProtocol?
}

extension Prompt.Requester {
  /// Creates the value for a frame of a conversation.
  init(_ frame: Frame) {
    self.init(origin: frame.origin, isMainFrame: frame.isMainFrame)
  }

  /// The origin as a text for the user. The text is never cut, because the end of a host name shows who owns it.
  var name: String {
    origin.host.isEmpty ? "a page without an origin" : PageText(origin.description).shown(limit: .max)
  }

  /// The text before the name.
  var before: String { isMainFrame ? "Requested by" : "Requested by a frame of" }

  /// The text after the name; nil for none.
  var after: String? { isMainFrame ? nil : "inside the page" }
}

extension Prompt.Value {
  /// The text to show. Invisible characters of a page's text are made visible.
  var shown: String {
    switch self {
    case .own(let text): text
    // Use the same limits as an `ApprovalPrompt`, so that its warning about a cut text is correct here too.
    case .page(let text): text.shown(limit: 500)
    case .document(let text): text.shown(limit: 8_192, lineBreaks: .kept)
    }
  }

  /// Whether the text is from the page.
  var isOfPage: Bool {
    if case .own = self { false } else { true }
  }
}

/// The answer of the user or of a profile to a prompt.
enum PromptAnswer: Hashable {
  /// The prompt was approved. `picture` is the chosen picture, if the prompt asked for one.
  case approved(picture: PictureFile?)
  /// The prompt was declined with the button or Escape, or its window was closed.
  case declined
}
