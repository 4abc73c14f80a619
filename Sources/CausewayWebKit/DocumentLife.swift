import Causeway
import WebKit

/// One document, from the word of `life.js` that it began to the word, or the want of a word, that it is over.
@MainActor struct DocumentLife {
  /// Later lives have greater numbers.
  let number: Int
  private(set) weak var webView: WKWebView?
  let isMainFrame: Bool
  /// Whether a document of the page's world has shown the token.
  var isClaimed = false
  /// How often the main frame's document has answered since this one was asked.
  var missedRounds = 0

  let frame: WKFrameInfo
  private let origin: Origin
  /// The document's message that waits for the app's question; nil while a question is not answered.
  private var waiting: WebDocument.ReplyHandler?
  private var askedAt: SuspendingClock.Instant?

  init(number: Int, webView: WKWebView, frame: WKFrameInfo, reply: @escaping WebDocument.ReplyHandler) {
    self.number = number
    self.webView = webView
    self.frame = frame
    isMainFrame = frame.isMainFrame
    origin = Origin(frame.securityOrigin)
    waiting = reply
  }

  /// Whether a message can be the same document's.
  func mayBelong(to message: WKScriptMessage) -> Bool {
    #if os(Linux)
    // The WebKit module has one object for each document.
    guard frame === message.frameInfo else { return false }
    #endif
    return webView === message.webView && isMainFrame == message.frameInfo.isMainFrame
      && origin == Origin(message.frameInfo.securityOrigin)
  }

  /// Whether the document was asked and has not answered.
  var isAsked: Bool { askedAt != nil }

  /// Asks the document whether it is there, unless it owes an answer already.
  mutating func ask(at now: SuspendingClock.Instant) {
    guard let waiting else { return }
    self.waiting = nil
    askedAt = now
    missedRounds = 0
    waiting(nil, nil)
  }

  /// The document answers.
  mutating func isHere(_ reply: @escaping WebDocument.ReplyHandler) {
    letGo()
    waiting = reply
    askedAt = nil
    missedRounds = 0
  }

  func hasBeenSilent(for time: Duration, at now: SuspendingClock.Instant) -> Bool {
    askedAt.map { $0 + time <= now } ?? false
  }

  /// Ends what the document keeps posted.
  func letGo() {
    waiting?(nil, "The app asks no more.")
  }
}
