import Causeway
import CausewayTool
import Foundation

/// The location of a page: a URL, or a folder on this machine that the command serves with its own URL scheme.
struct PageLocation {
  /// The URL that the web view loads.
  let url: URL
  /// The served folder of a local page; nil for other pages.
  let root: URL?
  /// The page's own origin.
  let origin: Origin
  /// Whether a document that does not exist in ``root`` is answered with the folder's `index.html`.
  var isSinglePage = false

  /// The URL scheme of local pages. It is a secure scheme, so that local pages have a real origin.
  static let scheme = "causeway"
  /// The host of local pages. The folder is also served at every other host of the scheme, so that a page can have
  /// frames with another origin.
  static let host = "page.localhost"

  /// Reads a location from the command line: a file, a folder with an `index.html`, or a URL. The address of a server on
  /// this machine, such as `localhost:3000/cart`, needs no scheme.
  ///
  /// - Parameters:
  ///   - folder: the folder to serve, in which the page must be; nil for the page's own folder.
  ///   - namesFolder: whether the error for a missing page names the folder to which its path is relative, because the reader
  ///     may not know it.
  /// - Throws: ``PageError`` if the page or the folder does not exist, or the page is not in the folder.
  init(_ argument: String, root folder: String? = nil, namesFolder: Bool = false) throws {
    guard !argument.isEmpty else { throw PageError("PAGE is empty; name a file, a folder or a URL") }
    let text = AddressWithoutScheme(argument).flatMap { $0.isLoopback ? $0.url : nil } ?? argument
    if let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme != "file", text.contains(":") {
      if ["http", "https"].contains(scheme) {
        guard url.host?.isEmpty == false else {
          throw PageError("\(text): the URL has no host; write it like https://example.com/")
        }
        guard folder == nil else {
          throw PageError("\(text): --root is for files and folders, and a server has its own; leave out --root")
        }
        try self.init(url: url)
        return
      }
      guard FileManager.default.fileExists(atPath: text) else {
        if let address = AddressWithoutScheme(text) { throw address.error }
        let question = Suggestion.question(scheme, among: ["http", "https", "file"])
        throw PageError("\(text): a page must be a file, a folder, or an http or https URL\(question)")
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
      if let address = AddressWithoutScheme(text) { throw address.error }
      let here = namesFolder && !path.hasPrefix("/") ? " in \(FileManager.default.currentDirectoryPath)" : ""
      throw PageError("\(text): the file or folder does not exist\(here)\(Self.neighbors(of: path))")
    }
    if isFolder.boolValue {
      guard FileManager.default.fileExists(atPath: file.appendingPathComponent("index.html").path) else {
        throw PageError("\(text): the folder has no index.html\(Self.pages(in: file, named: path))")
      }
    }
    guard let folder else {
      let root = isFolder.boolValue ? file : file.deletingLastPathComponent()
      self.init(root: root, path: isFolder.boolValue ? "" : file.lastPathComponent, suffix: suffix)
      return
    }
    let root = try Self.root(folder)
    guard let inner = file.resolvingSymlinksInPath().path(in: root) else {
      throw PageError("\(text): the page is not in the folder of --root, \(folder); name a folder that contains it")
    }
    self.init(root: root, path: isFolder.boolValue && !inner.isEmpty ? inner + "/" : inner, suffix: suffix)
  }

  /// Returns the folder of `--root`.
  private static func root(_ path: String) throws -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw PageError("--root \(path): the folder does not exist\(neighbors(of: path))")
    }
    guard isFolder.boolValue else { throw PageError("--root \(path): it is a file; name a folder") }
    return URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath().standardizedFileURL
  }

  /// Returns the end of an error text, which suggests the names in a path's folder that are similar to the path's last
  /// part; empty if there are none.
  static func neighbors(of path: String) -> String {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    // A folder that cannot be read has no names to suggest.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let near = Suggestion.closest(to: file.lastPathComponent, among: names.sorted())
    let prefix = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return Suggestion.list(near, prefix: path.hasSuffix("/") ? folder.relativePath + "/" : prefix)
  }

  /// Returns the end of an error text with the pages of a folder without an `index.html`.
  private static func pages(in folder: URL, named path: String) -> String {
    // A folder that cannot be read has no pages to suggest.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let pages = names.filter { $0.hasSuffix(".html") }.sorted().prefix(3)
    guard !pages.isEmpty else { return "; name a page" }
    return "; name one of its pages, such as " + pages.map { path + (path.hasSuffix("/") ? "" : "/") + $0 }[0]
  }

  /// Creates the location of the empty page `about:blank`.
  init(blank: Void) {
    // The literal is a valid URL.
    url = URL(string: "about:blank") ?? URL(fileURLWithPath: "/")
    (root, origin) = (nil, .opaque)
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

  /// Reads the origin from the text of a URL, because `URL.host` decodes percent-encoding and `xn--` names, and WebKit
  /// does not.
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

extension URL {
  /// Returns the path relative to a folder; nil if this file is not in the folder. Both must have no symbolic links.
  func path(in folder: URL) -> String? {
    let (inner, outer) = (standardizedFileURL.path, folder.standardizedFileURL.path)
    if inner == outer { return "" }
    let prefix = outer.hasSuffix("/") ? outer : outer + "/"
    // Compare bytes, because two different folder names can be equal by Unicode equivalence.
    guard inner.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: inner.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
