/// The documents of one web view, as the identity agent told of them.
@MainActor final class FrameRegistry {
  /// How long the agent's names are, in characters.
  static let tokenLength = 32

  /// A living document.
  struct Document {
    let token: String
    let isMainFrame: Bool
    let origin: WKSecurityOrigin
    let url: URL?
  }

  private var documents: [String: Document] = [:]
  /// Called when the main frame shows another document.
  var mainDocumentDidChange: (() -> Void)?

  /// What the agent says when a document begins or ends.
  private struct Notice: Decodable {
    let token: String
    var isMainFrame: Bool?
    var origin: String?
    var url: String?
    var leaves: Bool?
  }

  /// Takes a notice of the agent. It comes from a script world that pages cannot reach.
  func receive(_ text: String) {
    guard let notice = try? JSONDecoder().decode(Notice.self, from: Data(text.utf8)) else {
      return assertionFailure("the identity agent wrote something that it cannot write")
    }
    if notice.leaves == true {
      documents[notice.token] = nil
    } else if let isMainFrame = notice.isMainFrame, let origin = notice.origin {
      // A new main document ends all that were before it.
      if isMainFrame {
        documents = [:]
        mainDocumentDidChange?()
      }
      documents[notice.token] = Document(
        token: notice.token, isMainFrame: isMainFrame, origin: WKSecurityOrigin(serialized: origin),
        url: notice.url.flatMap(URL.init(string:)))
    }
  }

  /// The document that posted a text, the number of the world in which it did, and what it posted; nil if the frame
  /// is unknown.
  func sender(of text: String) -> (document: Document, world: Int, message: Substring)? {
    guard
      let end = text.utf8.index(text.startIndex, offsetBy: Self.tokenLength, limitedBy: text.endIndex),
      let document = documents[String(text[..<end])], let colon = text[end...].utf8.firstIndex(of: UInt8(ascii: ":")),
      let world = Int(text[end..<colon])
    else { return nil }
    return (document, world, text[text.utf8.index(after: colon)...])
  }

  /// Whether a document is still there.
  func isAlive(_ document: Document) -> Bool { documents[document.token] != nil }

  /// The web process is gone, and every document with it.
  func removeAll() { documents = [:] }
}
