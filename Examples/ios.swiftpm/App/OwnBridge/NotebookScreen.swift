import Causeway
import CausewayWebKit
import SwiftUI

/// A page that calls the app's own capabilities.
struct NotebookScreen: View {
  @StateObject private var connection = NotebookConnection()

  var body: some View {
    VStack(spacing: 0) {
      BridgeWebView(
        url: connection.page.url, host: connection.host, configuration: connection.page.makeConfiguration)
      NoteCount(notebook: connection.notebook) { connection.clear() }
    }
    .navigationTitle("Notebook")
  }
}

/// The number of notes in the app, and a button that deletes the notes.
private struct NoteCount: View {
  @ObservedObject var notebook: Notebook
  let onClear: () -> Void

  var body: some View {
    HStack {
      Text("Notes in the app: \(notebook.notes.count)")
      Spacer()
      Button("Delete all notes", role: .destructive) { onClear() }
        .disabled(notebook.notes.isEmpty)
    }
    .padding(12)
  }
}

/// The notebook and its bridge, which live as long as the screen.
@MainActor private final class NotebookConnection: ObservableObject {
  let page = ExamplePage("own-bridge")
  let notebook = Notebook()
  let host: WebViewHost

  init() {
    let bridge = Bridge()
    bridge.install(CausewayDialect(notebook.capabilities(for: page.origin)))
    host = WebViewHost(bridge: bridge)
  }

  /// Deletes all notes, and notifies the page.
  func clear() {
    notebook.clear()
    for frame in host.bridge.frames where frame.isMainFrame {
      // The error is ignored: a page that has gone away does not need the event.
      try? host.bridge.conversation(with: frame.document)?.send(event: "notes.cleared")
    }
  }
}
