import Foundation

/// A folder that is removed at the end of the test.
final class TestFolder: Sendable {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-onside-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

  deinit {
    try? FileManager.default.removeItem(at: root)  // Ignore errors, because the system empties its temporary folder.
  }

  /// Returns the URL of a file in the folder.
  func file(_ name: String) -> URL { root.appendingPathComponent(name) }
  /// The names of all files in the folder.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() } }
}
