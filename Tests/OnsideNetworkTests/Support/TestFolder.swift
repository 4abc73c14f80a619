import Foundation

/// A folder that is removed at the end of the test. The folder does not exist until a test creates it.
final class TestFolder: Sendable {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("onside-network-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: root)  // Ignore errors, because the folder is temporary.
  }

  /// Returns the URL of a file in the folder.
  func file(_ name: String) -> URL { root.appendingPathComponent(name) }
}
