import Foundation

/// A folder that is removed at the end of the test. The first file creates the folder.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")

  /// Chooses the folder, and does not create it.
  package init() {}

  deinit {
    try? FileManager.default.removeItem(at: url)  // Ignore errors, because the system empties its temporary folder.
  }

  /// Writes a file in the folder and returns its URL.
  package func write(_ data: Data, to name: String) throws -> URL {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }
}
