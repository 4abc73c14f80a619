import Foundation

/// A folder that ends with the test.
final class TestFolder: Sendable {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-onside-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

  deinit {
    try? FileManager.default.removeItem(at: root)  // what is left is in the system's temporary folder
  }

  /// A file in it.
  func file(_ name: String) -> URL { root.appendingPathComponent(name) }
  /// The names of all files.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() } }
}
