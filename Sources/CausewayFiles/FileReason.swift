import Foundation

/// Texts that say why a file cannot be read or written.
package enum FileReason {
  /// Returns why the file at `path` cannot be read or written, for a sentence that already names the file. For a
  /// missing file, a folder and a missing permission, the result is not Foundation's text, because on Linux that text gives
  /// no information, or only in its second sentence.
  package static func of(_ error: any Error, at path: String) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return "the file does not exist" }
    if isFolder.boolValue { return "it is a folder; name a file" }
    switch (error as? CocoaError)?.code {
    case .fileReadNoPermission, .fileWriteNoPermission: return "this user does not have the permission"
    default: return error.localizedDescription
    }
  }
}
