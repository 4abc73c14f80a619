import Causeway
import Foundation
import WebKit

/// One document in a web view: the channel that speaks to it in replies to what it posted.
@MainActor final class WebDocument: Channel {
  /// WebKit's way to answer a posted message.
  typealias ReplyHandler = @MainActor (Any?, String?) -> Void

  /// How many posted messages are kept unanswered: one to speak at any time, and one for the request just made.
  private static let kept = 2

  let frame: Frame
  /// What its URLs of the bytes' scheme begin with.
  let key: String
  /// What `life.js` calls it.
  let life: DocumentLives.Token
  /// What waits to be fetched, in either direction.
  let waiting: WaitingBytes
  private(set) weak var webView: WKWebView?
  private(set) var conversation: Conversation!
  private var replies: [ReplyHandler] = []
  private let didBeginToWait: @MainActor () -> Void

  /// - Parameter didBeginToWait: the document waits for something from now on.
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

  /// Keeps a posted message to speak with later. The page needs no more than a few of them open.
  func hold(_ reply: @escaping ReplyHandler) {
    guard !conversation.isClosed else { return refuse(reply) }
    replies.append(reply)
    conversation.channelIsReady()
    while replies.count > Self.kept { replies.removeFirst()(nil, nil) }
  }

  /// Ends the conversation.
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

  /// Lets a page that is still there know.
  private func refuse(_ reply: ReplyHandler) {
    reply(nil, "The app has closed this conversation.")
  }
}
