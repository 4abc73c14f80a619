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

/// A document that has connected, but whose tab is not known yet. It stores the messages of the page until then.
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

  private enum Frame {
    case text(String)
    case bytes(Data)
  }

  let description: Description
  private let socket: WebSocket
  private var frames: [Frame] = []

  /// Whether the page is still there.
  var isOpen: Bool { socket.isOpen }

  init(_ socket: WebSocket, _ description: Description) {
    self.socket = socket
    self.description = description
    socket.onText = { [weak self] in self?.frames.append(.text($0)) }
    socket.onBytes = { [weak self] in self?.frames.append(.bytes($0)) }
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
    for frame in frames {
      switch frame {
      case .text(let text): document.receive(text)
      case .bytes(let bytes): document.receive(bytes)
      }
    }
    frames = []
  }
}
