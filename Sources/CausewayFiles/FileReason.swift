import Foundation

/// Texts that say why a file cannot be read or written.
package enum FileReason {
  /// Returns why the file at `path` cannot be read or written, for a sentence that already names the file. For a
  /// missing file, a folder and a missing permission, the result is not Foundation's text, because on Linux that text gives
  /// no information, or only in its second sentence.
  package static func of(_ error: any Error, at path: String) -> String {
    if let absence = absence(of: path) { return absence.rawValue }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return "it is a folder; name a file"
    }
    if (error as? POSIXError)?.code == .EACCES { return "this user does not have the permission" }
    switch (error as? CocoaError)?.code {
    case .fileReadNoPermission, .fileWriteNoPermission: return "this user does not have the permission"
    default: return error.localizedDescription
    }
  }

  /// The reason why a user finds nothing at a path.
  package enum Absence: String {
    case missing = "the file does not exist"
    case hidden = "this user may not enter the folder in which it is"
  }

  /// Returns why this user finds nothing at `path`; nil if there is a file or a folder.
  package static func absence(of path: String) -> Absence? {
    var status = stat()
    guard stat(path, &status) != 0 else { return nil }
    return errno == EACCES ? .hidden : .missing
  }
}
