import Causeway
import Foundation

/// The pages of one browser tab, which corresponds to a web view in an app. A tab has its own bridge, and one top-level
/// document at a time.
@MainActor final class BrowserTab {
  /// The name that only the tab's pages know.
  let name = randomName()
  let platform: String
  let bridge: Bridge
  /// The top-level document; nil between two documents.
  var main: BrowserDocument?
  /// The top-level documents that wait for the end of ``main``, in the order in which they connected.
  var waiting: [ArrivingDocument] = []

  init(platform: String, bridge: Bridge) {
    self.platform = platform
    self.bridge = bridge
  }
}

/// A document that has connected, but whose tab is not known yet. It stores the messages of the page until then, up to a
/// limit.
@MainActor final class ArrivingDocument {
  /// The properties of the document, from the request of its connection and from its token.
  struct Description {
    let issued: IssuedDocument
    let origin: Origin
    /// The name of the tab, or of a sub-frame.
    let name: String
    /// The token with which the page may connect again.
    let token: String
  }

  let description: Description
  private let socket: ClientSocket
  private var early = EarlyMessages()

  /// Whether the page is still there.
  var isOpen: Bool { socket.isOpen }

  init(_ socket: ClientSocket, _ description: Description) {
    self.socket = socket
    self.description = description
    socket.onText = { [weak self] in self?.store(.text($0)) }
    socket.onBytes = { [weak self] in self?.store(.bytes($0)) }
  }

  private func store(_ message: EarlyMessages.Message) {
    guard !early.add(message) else { return }
    socket.close(
      BrowserDocument.ended,
      "This page sent more than \(EarlyMessages.room >> 20) MiB before its tab was known; reload it.")
  }

  /// Closes the connection, because the server is stopping. The page connects again as soon as a server is running.
  func leave() {
    socket.close(1001, "causeway serve is stopping")
  }

  /// Begins the conversation in a tab.
  func enter(_ tab: BrowserTab, prepare: @MainActor (BrowserDocument) -> Void) {
    let main = description.issued.isMainFrame ? nil : tab.main?.frame.origin
    let document = BrowserDocument(
      socket,
      frame: Causeway.Frame(
        document: DocumentID(), isMainFrame: description.issued.isMainFrame, origin: description.origin,
        mainFrameOrigin: main),
      issued: description.issued, token: description.token, bridge: tab.bridge)
    prepare(document)
    for message in early.take() {
      switch message {
      case .text(let text): document.receive(text)
      case .bytes(let bytes): document.receive(bytes)
      }
    }
  }
}

/// The messages of a document whose tab is not known yet, up to a limit.
struct EarlyMessages {
  enum Message: Hashable {
    case text(String)
    case bytes(Data)

    fileprivate var size: Int {
      switch self {
      case .text(let text): text.utf8.count
      case .bytes(let bytes): bytes.count
      }
    }
  }

  /// The maximum size of all messages together, in bytes. A page must not be able to fill the memory of the server.
  static let room = 64 << 20

  private var messages: [Message] = []
  private var size = 0

  /// Adds a message. Returns false if all messages together exceed the limit, and then keeps none of them.
  mutating func add(_ message: Message) -> Bool {
    size += message.size
    guard size <= Self.room else {
      messages = []
      return false
    }
    messages.append(message)
    return true
  }

  /// Returns the messages in the order in which they arrived, and keeps none of them.
  mutating func take() -> [Message] {
    defer { self = EarlyMessages() }
    return messages
  }
}
