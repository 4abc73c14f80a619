import CWebKitGTK

/// The living documents of one web view, and the tokens by which their script worlds are known.
@MainActor
final class FrameRegistry {
  /// Who is behind a token.
  struct Sender {
    let document: FrameDocument
    let world: WKContentWorld
    let channel: FrameChannel
  }

  private var documents: [String: FrameDocument] = [:]
  private var senders: [FrameToken: Sender] = [:]
  private var abandoned: [OpaquePointer] = []

  /// The document in the main frame; nil before the first, and for documents in which no script runs.
  private(set) var mainDocument: FrameDocument?

  /// Who is behind the token that a message begins with.
  func sender(token: FrameToken) -> Sender? { senders[token] }

  /// Takes a notice of the identity agent, as JSON. It comes from a script world that no page reaches.
  func receive(_ value: OpaquePointer) {
    let notice = ScriptValueReader.withUTF8(of: value) { try? WireReader.read($0) } as? [String: AnyHashable]
    guard let notice, let name = notice["document"] as? String else { return }
    switch notice["kind"] as? String {
    case "enter":
      guard let isMainFrame = notice["isMainFrame"] as? Bool, let origin = notice["origin"] as? String else { return }
      let document = FrameDocument(
        isMainFrame: isMainFrame, origin: WKSecurityOrigin(serialized: origin),
        url: (notice["url"] as? String).flatMap { URL(string: $0) })
      if isMainFrame {
        endAll()
        mainDocument = document
      }
      documents[name] = document
    case "world":
      guard let document = documents[name],
        let world = (notice["world"] as? String).flatMap({ WKContentWorld.engineWorld(label: $0) }),
        let token = (notice["token"] as? String).flatMap({ FrameToken($0) })
      else { return }
      senders[token] = Sender(document: document, world: world, channel: document.addChannel(in: world))
    case "leave":
      end { $0 === documents[name] }
    default: break
    }
  }

  /// Makes a token for a world of the document in the main frame, for a bootstrap that is delivered to it later.
  func addToken(in world: WKContentWorld) -> String? {
    let digits = FrameToken.makeDigits()
    guard let mainDocument, let token = FrameToken(digits) else { return nil }
    senders[token] = Sender(document: mainDocument, world: world, channel: mainDocument.addChannel(in: world))
    return digits
  }

  /// The main frame shows another document, or the web process is gone: every document is.
  func endAll() {
    end { _ in true }
  }

  /// How many of those replies are kept: the pages of older ones are long gone.
  private static let keptReplies = 256

  /// Keeps a reply to a document that is gone for a while.
  ///
  /// Its promise can still be settled, and the reactions would see the next page through their `window`; WebKitGTK
  /// settles a reply that it is given back.
  func abandon(_ reply: OpaquePointer) {
    abandoned.append(reply)
    if abandoned.count > Self.keptReplies { webkit_script_message_reply_unref(abandoned.removeFirst()) }
  }

  isolated deinit {
    for reply in abandoned { webkit_script_message_reply_unref(reply) }
  }

  private func end(where isOver: (FrameDocument) -> Bool) {
    for (name, document) in documents where isOver(document) {
      document.end()
      documents[name] = nil
    }
    senders = senders.filter { $0.value.document.isAlive }
    if mainDocument?.isAlive == false { mainDocument = nil }
  }
}
