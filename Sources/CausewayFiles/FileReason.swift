import Foundation

/// Texts for the reasons why a file cannot be read.
package enum FileReason {
  /// Returns the reason for a sentence that names the file. For a missing file and for a folder it does not use
  /// Foundation's text, because on Linux that text gives no information, or only in its second sentence.
  package static func of(_ error: any Error, at path: String) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return "the file does not exist" }
    return isFolder.boolValue ? "it is a folder; name a file" : error.localizedDescription
  }
}
