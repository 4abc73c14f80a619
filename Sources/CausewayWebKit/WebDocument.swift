import Causeway
import Foundation
import WebKit

/// One document in a web view: a channel that sends packets as replies to messages that the document posted.
@MainActor final class WebDocument: Channel {
  /// The function with which WebKit lets the app answer a posted message.
  typealias ReplyHandler = @MainActor (Any?, String?) -> Void

  /// The maximum number of posted messages that stay unanswered: one that the app can answer at any time to send a
  /// packet, and one for the newest request.
  private static let kept = 2

  private(set) var frame: Frame
  /// The key at the start of the document's URLs of ``WebViewHost/bytesScheme``.
  let key: String
  /// The token of the document's life, from `life.js`.
  let life: DocumentLives.Token
  /// The bytes that wait until the page or the app takes them.
  let waiting: WaitingBytes<Data>
  private(set) weak var webView: WKWebView?
  private(set) var conversation: Conversation!
  private var replies: [ReplyHandler] = []
  private let didBeginToWait: @MainActor () -> Void

  /// - Parameter didBeginToWait: called when the document begins to wait for something.
  init(
    frame: Frame, key: String, life: DocumentLives.Token, webView: WKWebView?, bridge: Bridge,
    didBeginToWait: @escaping @MainActor () -> Void
  ) {
    self.frame = frame
    self.key = key
    self.life = life
    self.webView = webView
    self.didBeginToWait = didBeginToWait
    waiting = WaitingBytes(limit: bridge.limits.waitingBytes)
    conversation = bridge.open(self)
    waiting.onCollect = { [weak self] in self?.conversation.pageDidCollectBytes() }
  }

  var isReady: Bool { !replies.isEmpty }

  func send(_ packet: String) {
    guard !replies.isEmpty else { return }
    replies.removeFirst()(packet, nil)
  }

  func takeBytes(named name: String) -> Bytes? {
    waiting.take(name).map { Bytes($0) }
  }

  func offer(_ bytes: Bytes) -> String? {
    waiting.offer(Data(bytes))
  }

  var hasOfferedBytes: Bool { waiting.hasOfferedBytes }

  /// Sets the origin of the main frame's document, which has entered after this document of a sub-frame.
  func mainFrameDidEnter(_ origin: Origin) {
    frame = Frame(document: frame.document, isMainFrame: false, origin: frame.origin, mainFrameOrigin: origin)
    conversation.channelDidChangeFrame()
  }

  /// Keeps the reply handler of a posted message, to send a packet with it later. If more than ``kept`` messages are
  /// open, answers the oldest ones without a packet.
  func hold(_ reply: @escaping ReplyHandler) {
    guard !conversation.isClosed else { return refuse(reply) }
    replies.append(reply)
    conversation.channelIsReady()
    while replies.count > Self.kept { replies.removeFirst()(nil, nil) }
  }

  func close() {
    conversation.close()
  }

  func conversationDidBeginToWait() {
    didBeginToWait()
  }

  func conversationDidClose() {
    for reply in replies { refuse(reply) }
    replies = []
    waiting.close()
  }

  /// Rejects a posted message, so that a page that is still there learns that the conversation is closed.
  private func refuse(_ reply: ReplyHandler) {
    reply(nil, "The app has closed this conversation.")
  }
}
