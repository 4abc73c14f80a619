import Causeway
import WebKit

/// What documents say before `life.js` has told of them. On Linux WebKit does not keep the order of two script worlds, so
/// the page's may come first; the life follows at once.
@MainActor final class EarlyMessages {
  /// A posted message and the way to answer it.
  typealias Posted = (message: WKScriptMessage, reply: WebDocument.ReplyHandler)

  /// How long a life is waited for. A page that makes one up waits so long for nothing.
  private static let timeout: Duration = .seconds(10)

  private struct Document {
    let life: DocumentLives.Token
    var messages: [Posted]
  }

  private let messages: Int
  private let bytes: Int
  private var documents: [String: Document] = [:]

  /// - Parameters:
  ///   - messages: how many messages of one origin may wait in a web view.
  ///   - bytes: how much text of all origins may wait in a web view.
  init(messages: Int, bytes: Int) {
    self.messages = messages
    self.bytes = bytes
  }

  /// Keeps a message if its document enters with a life that is not known yet, or waits for one already.
  ///
  /// - Returns: whether it was kept or refused, and so is not to be looked at any further.
  func add(_ posted: Posted, of sender: String, entering life: DocumentLives.Token?) -> Bool {
    guard documents[sender] != nil || life != nil else { return false }
    let origin = Origin(posted.message.frameInfo.securityOrigin)
    let waiting = documents.values.flatMap(\.messages).map(\.message).filter { $0.webView === posted.message.webView }
    let size = (waiting + [posted.message]).reduce(0) { $0 + (($1.body as? String)?.utf8.count ?? 0) }
    guard waiting.count(where: { Origin($0.frameInfo.securityOrigin) == origin }) < messages, size <= bytes else {
      posted.reply(nil, "Too much of this page waits for the app.")
      return true
    }
    if let life, documents[sender] == nil {
      documents[sender] = Document(life: life, messages: [])
      Task { [weak self] in
        try? await Task.sleep(for: Self.timeout)  // it is not cancelled
        self?.refuse { $0 == sender && $1.life == life }
      }
    }
    documents[sender]?.messages.append(posted)
    return true
  }

  /// Gives the messages of the documents whose life has come, in their order.
  func take(where isKnown: (DocumentLives.Token) -> Bool) -> [Posted] {
    let ready = documents.filter { isKnown($0.value.life) }
    for sender in ready.keys { documents[sender] = nil }
    return ready.values.flatMap(\.messages)
  }

  /// Refuses the messages of the web views that a test names.
  func refuse(in isOver: (WKWebView?) -> Bool) {
    refuse { $1.messages.contains { isOver($0.message.webView) } }
  }

  private func refuse(where isOver: (String, Document) -> Bool) {
    for (sender, document) in documents where isOver(sender, document) {
      documents[sender] = nil
      for (_, reply) in document.messages { reply(nil, "The app does not know when this document would end.") }
    }
  }
}
