import Causeway
import Foundation

/// Where a page is: at a URL, or in a folder of this machine that is served under a scheme of our own.
struct PageLocation {
  /// What the web view loads.
  let url: URL
  /// The folder that is served, for a local page.
  let root: URL?

  /// The scheme of local pages: secure, so that they have a real origin.
  static let scheme = "causeway"
  /// The host of local pages. The same folder is served at every other host of the scheme too, for frames that are to
  /// be of another origin.
  static let host = "page.localhost"

  /// A page by what the command line says: a file, a folder with an `index.html`, or a URL.
  init(_ text: String) throws {
    guard !text.isEmpty else { throw PageError("PAGE is empty; a file, a folder or a URL is wanted") }
    if let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme != "file", text.contains(":") {
      if ["http", "https"].contains(scheme) {
        guard url.host?.isEmpty == false else { throw PageError("\(text): the URL has no host") }
        self.init(url: url)
        return
      }
      guard FileManager.default.fileExists(atPath: text) else {
        throw PageError("\(text): a page is a file, a folder, or an http or https URL")
      }
    }
    let isFileURL = text.lowercased().hasPrefix("file://")
    var path = isFileURL ? URL(string: text)?.path ?? text : text
    var suffix = ""
    if !FileManager.default.fileExists(atPath: path), let end = path.firstIndex(where: { "?#".contains($0) }) {
      suffix = String(path[end...])
      path = String(path[..<end])
    }
    let file = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else {
      throw PageError("\(text): there is no such file or folder")
    }
    if isFolder.boolValue {
      guard FileManager.default.fileExists(atPath: file.appendingPathComponent("index.html").path) else {
        throw PageError("\(text): the folder has no index.html")
      }
      self.init(root: file, path: "", suffix: suffix)
    } else {
      self.init(root: file.deletingLastPathComponent(), path: file.lastPathComponent, suffix: suffix)
    }
  }

  private init(url: URL) {
    self.url = url
    root = nil
  }

  /// A page in a folder that is served.
  /// - Parameter suffix: a query and a fragment, with their marks; or nothing.
  init(root: URL, path: String, suffix: String = "") {
    self.root = root.resolvingSymlinksInPath().standardizedFileURL
    var components = URLComponents()
    components.scheme = Self.scheme
    components.host = Self.host
    components.path = "/" + path
    let parts = suffix.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    if let query = parts.first?.dropFirst(), !query.isEmpty { components.query = String(query) }
    if parts.count > 1 { components.fragment = String(parts[1]) }
    // The parts are our own and a path, which is always a URL.
    url = components.url ?? URL(fileURLWithPath: "/")
  }

  /// The page's own origin.
  var origin: Origin {
    Origin(scheme: url.scheme ?? "", host: url.host ?? "", port: url.port)
  }
}

/// A page cannot be opened.
struct PageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
