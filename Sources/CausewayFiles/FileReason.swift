import Foundation

/// Why a file cannot be read.
package enum FileReason {
  /// The reason for a sentence that names the file. Of one that is missing, Foundation on Linux says it in two sentences, of
  /// which the first says nothing.
  package static func of(_ error: any Error, at path: String) -> String {
    FileManager.default.fileExists(atPath: path) ? error.localizedDescription : "there is no such file"
  }
}
