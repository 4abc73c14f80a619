import Foundation

/// Texts for the reasons why a file cannot be read.
package enum FileReason {
  /// Returns the reason for a sentence that names the file. For a missing file it does not use Foundation's text,
  /// because on Linux that text has two sentences and the first one gives no information.
  package static func of(_ error: any Error, at path: String) -> String {
    FileManager.default.fileExists(atPath: path) ? error.localizedDescription : "the file does not exist"
  }
}
