#if os(Linux)
import CausewayPlayground
import CausewayTool
import Foundation

/// The folder of `causeway serve --watch`, whose pages are reloaded when files that they use have changed.
@MainActor final class WatchedFolder {
  private let files = WatchedFiles()
  private var watching: Task<Void, any Error>?

  init(_ folder: URL, of playground: Playground) {
    playground.onFile = { [files] names in
      files.add(names.reduce(folder) { $0.appendingPathComponent($1) })
    }
    watching = Task { [files, weak playground] in
      while true {
        try await Task.sleep(for: PageSession.watchInterval)
        let changes = files.settledChanges()
        if changes.isEmpty { continue }
        StandardError.print("watch: \(ChangeText.of(changes, in: folder)); reloading the pages")
        files.removeAll()
        playground?.reloadPages()
      }
    }
  }

  /// Ends the reloads.
  func end() { watching?.cancel() }
}
#endif
