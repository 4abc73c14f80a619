import Causeway
import CausewayWebKit
import SwiftUI

/// A page that calls the functions of the app's contract.
struct NotebookScreen: View {
  @StateObject private var connection = NotebookConnection()

  var body: some View {
    VStack(spacing: 0) {
      BridgeWebView(
        url: connection.page.url, host: connection.host, configuration: connection.page.makeConfiguration)
      NoteCount(store: connection.store) { connection.clear() }
    }
    .navigationTitle("Notebook")
  }
}

/// The number of notes in the app, and a button that deletes the notes.
private struct NoteCount: View {
  @ObservedObject var store: NoteStore
  let onClear: () -> Void

  var body: some View {
    HStack {
      Text("Notes in the app: \(store.notes.count)")
      Spacer()
      Button("Delete all notes", role: .destructive) { onClear() }
        .disabled(store.notes.isEmpty)
    }
    .padding(12)
  }
}

/// The notebook and its bridge, which live as long as the screen.
@MainActor private final class NotebookConnection: ObservableObject {
  let page = ExamplePage("notebook")
  let store = NoteStore()
  let host: WebViewHost

  init() {
    let bridge = Bridge()
    bridge.install(CausewayDialect(store.contract, origins: [page.origin]) { [store] in store.capabilities })
    host = WebViewHost(bridge: bridge)
  }

  /// Deletes all notes, and notifies the page.
  func clear() {
    store.clear()
    for frame in host.bridge.frames where frame.isMainFrame {
      // The error is ignored, because a page that has gone away does not need the event.
      try? host.bridge.conversation(with: frame.document)?.page(store.contract).cleared()
    }
  }
}
