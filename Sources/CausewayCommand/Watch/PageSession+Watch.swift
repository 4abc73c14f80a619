import CausewayTool
import Foundation

extension PageSession {
  /// The time between two looks at the files. It is too short for a person to notice after saving a file.
  static let watchInterval = Duration.milliseconds(100)

  /// Loads the page again whenever its files have changed, until the returned task is canceled.
  func watch() -> Task<Void, any Error> {
    Task { [weak self] in
      while true {
        try await Task.sleep(for: Self.watchInterval)
        guard let self else { return }
        let changes = files.settledChanges()
        if changes.isEmpty { continue }
        StandardError.print("watch: \(ChangeText.of(changes, in: location.root)); loading the page again")
        reload()
      }
    }
  }
}

/// Texts about changed files.
enum ChangeText {
  /// Returns which files have changed. Names one file, because a build tool may write hundreds.
  static func of(_ changes: [URL], in root: URL?) -> String {
    let folder = root?.path ?? ""
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    let path = changes.first?.path ?? ""
    let name = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    switch changes.count {
    case ...1: return "\(name) has changed"
    case 2: return "\(name) and 1 other file have changed"
    default: return "\(name) and \(changes.count - 1) other files have changed"
    }
  }
}
