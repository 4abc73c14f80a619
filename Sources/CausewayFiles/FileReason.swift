import Foundation

/// Texts that say why a file cannot be read or written.
package enum FileReason {
  /// Returns why the file at `path` cannot be read or written, for a sentence that already names the file. For a
  /// missing file, the result is not Foundation's text, because on Linux that text has two sentences and the first one
  /// gives no information.
  package static func of(_ error: any Error, at path: String) -> String {
    FileManager.default.fileExists(atPath: path) ? error.localizedDescription : "the file does not exist"
  }
}
