import Causeway
import WebKit

/// The life of one document. It begins when `life.js` reports the document and the previous documents have ended. It
/// ends when `life.js` reports the end, or when missing answers show that the document has ended.
@MainActor struct DocumentLife {
  /// A number that is greater than the numbers of all earlier lives.
  let number: Int
  private(set) weak var webView: WKWebView?
  let isMainFrame: Bool
  /// Whether a document in the page's world has presented this life's token.
  var isClaimed = false
  /// The number of answers from the main frame's document since the app asked this document whether it still exists.
  var missedRounds = 0

  let frame: WKFrameInfo
  private let origin: Origin
  /// The reply handler of the document's posted message, with which the app asks its question; nil while a question is
  /// unanswered.
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

  /// Returns whether `message` can come from this document.
  func mayBelong(to message: WKScriptMessage) -> Bool {
    #if os(Linux)
    // Compare the objects, because the WebKit module has exactly one frame object for each document.
    guard frame === message.frameInfo else { return false }
    #endif
    return webView === message.webView && isMainFrame == message.frameInfo.isMainFrame
      && origin == Origin(message.frameInfo.securityOrigin)
  }

  /// Whether the app has asked the document whether it still exists, and the document has not answered yet.
  var isAsked: Bool { askedAt != nil }

  /// Asks the document whether it still exists, unless an earlier question is unanswered.
  mutating func ask(at now: SuspendingClock.Instant) {
    guard let waiting else { return }
    self.waiting = nil
    askedAt = now
    missedRounds = 0
    waiting(nil, nil)
  }

  /// Records that the document answered, and keeps `reply` for the next question.
  mutating func didAnswer(_ reply: @escaping WebDocument.ReplyHandler) {
    release()
    waiting = reply
    askedAt = nil
    missedRounds = 0
  }

  func hasBeenSilent(for time: Duration, at now: SuspendingClock.Instant) -> Bool {
    askedAt.map { $0 + time <= now } ?? false
  }

  /// Rejects the document's unanswered message, so that the document stops answering questions.
  func release() {
    waiting?(nil, "The app stopped waiting for this document.")
  }
}
