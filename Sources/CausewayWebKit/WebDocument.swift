import Causeway
import WebKit

/// One document in a web view: the channel that speaks to it in replies to what it posted.
@MainActor final class WebDocument: Channel {
  /// WebKit's way to answer a posted message.
  typealias ReplyHandler = @MainActor (Any?, String?) -> Void

  /// How many posted messages are kept unanswered: one to speak at any time, and one for the request just made.
  private static let kept = 2
  /// The length of a document's name for itself, in hexadecimal digits.
  private static let nameLength = 32

  let frame: Frame
  private(set) weak var webView: WKWebView?
  private(set) var conversation: Conversation!
  private var replies: [ReplyHandler] = []

  init(frame: Frame, webView: WKWebView?, bridge: Bridge) {
    self.frame = frame
    self.webView = webView
    conversation = bridge.open(self)
  }

  /// The document's name and what follows it, if the text begins with a name.
  static func parse(_ text: String) -> (name: String, packet: Substring)? {
    var text = text
    text.makeContiguousUTF8()
    guard let end = text.utf8.index(text.startIndex, offsetBy: nameLength, limitedBy: text.endIndex) else { return nil }
    let name = text[..<end]
    guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
    return (String(name), text[end...])
  }

  var isReady: Bool { !replies.isEmpty }

  func send(_ packet: String) {
    guard !replies.isEmpty else { return }
    replies.removeFirst()(packet, nil)
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

  func conversationDidClose() {
    for reply in replies { refuse(reply) }
    replies = []
  }

  /// Lets a page that is still there know.
  private func refuse(_ reply: ReplyHandler) {
    reply(nil, "The app has closed this conversation.")
  }
}
