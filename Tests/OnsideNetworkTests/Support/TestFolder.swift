import Foundation

/// A folder that ends with the test.
final class TestFolder: Sendable {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("onside-network-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: root)  // what is left is in the system's temporary folder
  }

  /// A file in it.
  func file(_ name: String) -> URL { root.appendingPathComponent(name) }
}
