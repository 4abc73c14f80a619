import Foundation

/// A folder that is removed at the end of the test. It does not exist until a test creates it.
final class TestFolder: Sendable {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("onside-network-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: root)  // a folder that cannot be removed stays in the temporary folder
  }

  /// Returns the URL of a file in the folder.
  func file(_ name: String) -> URL { root.appendingPathComponent(name) }
}
