import Causeway
import WebKit

/// The messages that arrive from a document before the document's life has begun.
///
/// On Linux, WebKit does not keep the order of messages from two script worlds, so messages from the page's world may
/// arrive before the report of `life.js`, which follows immediately. A document's life also waits for the end of the
/// previous document, whose last messages may arrive later.
@MainActor final class EarlyMessages {
  /// A posted message, and the handler that answers it.
  typealias Posted = (message: WKScriptMessage, reply: WebDocument.ReplyHandler)

  /// The maximum time that a message waits for the report of its life. A message with an invented token is refused
  /// after this time.
  private static let timeout: Duration = .seconds(10)

  private struct Document {
    let life: DocumentLives.Token
    var messages: [Posted]
  }

  private let messages: Int
  private let bytes: Int
  private var documents: [String: Document] = [:]

  /// - Parameters:
  ///   - messages: the maximum number of messages of one origin that may wait in a web view.
  ///   - bytes: the maximum number of bytes of text, of all origins, that may wait in a web view.
  init(messages: Int, bytes: Int) {
    self.messages = messages
    self.bytes = bytes
  }

  /// Keeps a message if its document enters with a life that is not known yet, or already has waiting messages.
  ///
  /// - Returns: true if the message was kept or refused. The caller must not process it then.
  func add(_ posted: Posted, of sender: String, entering life: DocumentLives.Token?) -> Bool {
    guard documents[sender] != nil || life != nil else { return false }
    let origin = Origin(posted.message.frameInfo.securityOrigin)
    let waiting = documents.values.flatMap(\.messages).map(\.message).filter { $0.webView === posted.message.webView }
    let size = (waiting + [posted.message]).reduce(0) { $0 + (($1.body as? String)?.utf8.count ?? 0) }
    guard waiting.count(where: { Origin($0.frameInfo.securityOrigin) == origin }) < messages, size <= bytes else {
      posted.reply(nil, "Too many messages of this page wait for the app.")
      return true
    }
    if let life, documents[sender] == nil {
      documents[sender] = Document(life: life, messages: [])
      Task { [weak self] in
        try? await Task.sleep(for: Self.timeout)  // nothing cancels this task
        self?.refuse { $0 == sender && $1.life == life }
      }
    }
    documents[sender]?.messages.append(posted)
    return true
  }

  /// Removes and returns the messages of the documents whose lives have now begun. The messages of one document keep
  /// their order.
  func take(where isKnown: (DocumentLives.Token) -> Bool) -> [Posted] {
    let ready = documents.filter { isKnown($0.value.life) }
    for sender in ready.keys { documents[sender] = nil }
    return ready.values.flatMap(\.messages)
  }

  /// Refuses the messages from web views for which `isOver` returns true.
  func refuse(in isOver: (WKWebView?) -> Bool) {
    refuse { $1.messages.contains { isOver($0.message.webView) } }
  }

  private func refuse(where isOver: (String, Document) -> Bool) {
    for (sender, document) in documents where isOver(sender, document) {
      documents[sender] = nil
      for (_, reply) in document.messages {
        reply(nil, "The app refused this document, because it cannot detect the document's end.")
      }
    }
  }
}
