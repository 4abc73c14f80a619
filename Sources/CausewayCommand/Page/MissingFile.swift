import Foundation

/// A file that a local page has requested and that cannot be served.
struct MissingFile {
  /// The path of the request; begins with `/`.
  let path: String
  /// The served folder, without symbolic links in its path.
  let root: URL

  /// The maximum number of folders above the served one that are searched for the file.
  private static let levels = 3

  /// The reason why the file cannot be served, and what to do.
  var explanation: String {
    let file = root.appendingPathComponent(path)
    let name = Self.name(of: file)
    // Do not look for a file outside of the folder, to which a percent-encoded `..` leads.
    guard !path.split(separator: "/").contains("..") else { return "there is no file \(path)" }
    if isThere(file) {
      if file.resolvingSymlinksInPath().path(in: root) == nil {
        return "\(name) is a symbolic link to a file outside of \(Self.name(of: root)), and such files are not served. "
          + "Serve a folder that contains both: --root DIR"
      }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      if exists, isFolder.boolValue { return "\(name) is a folder without an index.html" }
      return exists ? "\(name) cannot be read; check its permissions" : "\(name) is a symbolic link to a missing file"
    }
    guard let folder = outerFolder else { return "there is no file \(name)" }
    return
      "there is no file \(name). If the page means \(Self.name(of: folder.appendingPathComponent(path))), which is "
      + "outside of the served folder, add --root \(Self.name(of: folder))"
  }

  /// The nearest folder above the served one that has the file; nil if none has it.
  ///
  /// A browser resolves `../shop.css` in a page at the root to `/shop.css`, so the request does not show that the page
  /// means a file above its folder.
  private var outerFolder: URL? {
    var folder = root
    for _ in 0..<Self.levels {
      folder = folder.deletingLastPathComponent()
      // Do not advise to serve the whole disk or all files of the user.
      guard folder.path != "/", folder.path != NSHomeDirectory() else { return nil }
      if isThere(folder.appendingPathComponent(path)) { return folder }
    }
    return nil
  }

  /// Whether there is a file, a folder or a symbolic link.
  private func isThere(_ file: URL) -> Bool {
    var status = stat()
    return lstat(file.path, &status) == 0
  }

  /// The path as a user would write it: relative to the current folder for a file in it.
  private static func name(of file: URL) -> String {
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath()
    let path = file.path(in: current) ?? file.standardizedFileURL.path
    return path.isEmpty ? "." : path
  }
}
