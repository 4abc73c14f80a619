import Causeway
import CausewayText

/// What a person is asked: who wants what.
///
/// The app's own words are `String`s and what a page supplied is ``Causeway/PageText``, so that no prompt can show the
/// one as the other.
struct Prompt {
  /// Who asks, as the host saw it.
  struct Asker: Hashable {
    let origin: Origin
    let isMainFrame: Bool
  }

  /// What stands beside a label.
  enum Value: Hashable {
    /// The app's own words.
    case own(String)
    /// The page's, in one line that wraps: a name, an address, an amount.
    case page(PageText)
    /// The page's, with its line breaks, as much as a person reads: what is to be signed.
    case document(PageText)
  }

  /// One thing that a person should know.
  struct Row: Hashable {
    /// The app's own words, such as "Amount".
    let label: String
    let value: Value
    /// Whether this is what it is about: the amount of a payment.
    var isEmphasized = false
  }

  /// That a picture is to be chosen before the prompt can be approved.
  struct Picture: Hashable {
    /// One that is chosen already, and may be changed.
    var suggestion: PictureFile?
  }

  /// Who asks.
  var asker: Asker
  /// What is asked, in the app's own words: "Send money from your wallet?"
  var headline: String
  /// The request.
  var rows: [Row] = []
  /// What the page says about itself, which nobody has checked.
  var claims: [Row] = []
  /// What a person should think of before, in the app's own words.
  var warning: String?
  /// What the button says that agrees.
  var approve = "Approve"
  /// What the button says that refuses.
  var decline = "Decline"
  /// Whether a picture is to be chosen.
  var picture: Picture?
}

extension Prompt.Asker {
  /// A frame of a conversation.
  init(_ frame: Frame) {
    self.init(origin: frame.origin, isMainFrame: frame.isMainFrame)
  }

  /// The origin as a person reads it. It is never cut: the end of a host says whose it is.
  var name: String {
    origin.host.isEmpty ? "a page without an origin" : PageText(origin.description).shown(limit: .max)
  }

  /// What stands before the name.
  var before: String { isMainFrame ? "Asked by" : "Asked by a frame of" }

  /// What stands behind it, if anything.
  var after: String? { isMainFrame ? nil : "inside the page" }
}

extension Prompt.Value {
  /// The text, with everything in it visible.
  var shown: String {
    switch self {
    case .own(let text): text
    // As much as an `ApprovalPrompt` shows, whose warning says when that is not all.
    case .page(let text): text.shown(limit: 500)
    case .document(let text): text.shown(limit: 8_192, lineBreaks: .kept)
    }
  }

  /// Whether the words are the page's.
  var isOfPage: Bool {
    if case .own = self { false } else { true }
  }
}

/// How a person, or a profile, answered a prompt.
enum PromptAnswer: Hashable {
  /// Yes; with the picture, if the prompt let one be chosen.
  case approved(picture: PictureFile?)
  /// No: with the button, with Escape, or by closing the window.
  case declined
}
