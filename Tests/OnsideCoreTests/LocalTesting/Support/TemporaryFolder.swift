import Foundation

/// A folder that ends with the test. It is there once something is put into it.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("onside-core-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)  // what is left is in the system's temporary folder
  }

  /// Puts a file into it.
  func write(_ data: Data, to name: String) throws -> URL {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }
}
