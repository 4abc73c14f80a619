import Causeway
import Foundation

/// The location of a page: a URL, or a folder on this machine that the command serves with its own URL scheme.
struct PageLocation {
  /// The URL that the web view loads.
  let url: URL
  /// The served folder of a local page; nil for other pages.
  let root: URL?
  /// The page's own origin.
  let origin: Origin

  /// The URL scheme of local pages. It is a secure scheme, so that local pages have a real origin.
  static let scheme = "causeway"
  /// The host of local pages. The folder is also served at every other host of the scheme, so that a page can have
  /// frames with another origin.
  static let host = "page.localhost"

  /// Reads a location from the command line: a file, a folder with an `index.html`, or a URL.
  init(_ text: String) throws {
    guard !text.isEmpty else { throw PageError("PAGE is empty; name a file, a folder or a URL") }
    if let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme != "file", text.contains(":") {
      if ["http", "https"].contains(scheme) {
        guard url.host?.isEmpty == false else { throw PageError("\(text): the URL has no host") }
        try self.init(url: url)
        return
      }
      guard FileManager.default.fileExists(atPath: text) else {
        throw PageError("\(text): a page must be a file, a folder, or an http or https URL")
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
      throw PageError("\(text): the file or folder does not exist")
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

  private init(url: URL) throws {
    self.url = url
    root = nil
    do {
      origin = try Self.origin(of: url)
    } catch {
      throw PageError("\(url.absoluteString): \(error)")
    }
  }

  /// Creates the location of a page in a served folder.
  /// - Parameter suffix: a query and a fragment, including `?` and `#`; empty (the default) for none.
  init(root: URL, path: String, suffix: String = "") {
    self.root = root.resolvingSymlinksInPath().standardizedFileURL
    var components = URLComponents()
    components.scheme = Self.scheme
    components.host = Self.host
    components.path = "/" + path
    let parts = suffix.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    if let query = parts.first?.dropFirst(), !query.isEmpty { components.query = String(query) }
    if parts.count > 1 { components.fragment = String(parts[1]) }
    // The components are valid, so this URL is never nil.
    url = components.url ?? URL(fileURLWithPath: "/")
    origin = Origin(scheme: Self.scheme, host: Self.host)
  }

  /// Reads the origin from the text of a URL, because `URL.host` decodes escapes and `xn--` names and WebKit does not.
  private static func origin(of url: URL) throws(OriginError) -> Origin {
    let text = url.absoluteString
    let scheme = text.prefix { $0 != ":" }
    let authority = text.dropFirst(scheme.count + "://".count).prefix { !"/?#\\".contains($0) }
    // The user name and the password are before the last `@`.
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return try Origin(parsing: "\(scheme)://\(host)")
  }
}

/// The reason why a page cannot be opened.
struct PageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
