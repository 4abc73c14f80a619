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

  /// The URL scheme of local pages. It is a secure scheme, so that local pages have a real origin.
  static let scheme = "causeway"
  /// The host of local pages. The folder is also served at every other host of the scheme, so that a page can have
  /// frames with another origin.
  static let host = "page.localhost"

  /// Reads a location from the command line: a file, a folder with an `index.html`, or a URL. The address of a server on
  /// this machine, such as `localhost:3000/cart`, needs no scheme.
  init(_ argument: String) throws {
    guard !argument.isEmpty else { throw PageError("PAGE is empty; name a file, a folder or a URL") }
    let text = AddressWithoutScheme(argument).flatMap { $0.isLoopback ? $0.url : nil } ?? argument
    if let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme != "file", text.contains(":") {
      if ["http", "https"].contains(scheme) {
        guard url.host?.isEmpty == false else {
          throw PageError("\(text): the URL has no host; write it like https://example.com/")
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
      throw PageError("\(text): the file or folder does not exist\(Self.neighbors(of: path))")
    }
    if isFolder.boolValue {
      guard FileManager.default.fileExists(atPath: file.appendingPathComponent("index.html").path) else {
        throw PageError("\(text): the folder has no index.html\(Self.pages(in: file, named: path))")
      }
      self.init(root: file, path: "", suffix: suffix)
    } else {
      self.init(root: file.deletingLastPathComponent(), path: file.lastPathComponent, suffix: suffix)
    }
  }

  /// Returns the end of an error text with the names in a path's folder that are similar to the path's last part.
  private static func neighbors(of path: String) -> String {
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

/// An argument that looks like the address of a server without `http://`, such as `localhost:3000` or `shop.example/cart`.
struct AddressWithoutScheme {
  /// The argument with `http://` before it.
  let url: String
  private let host: String
  private let text: String

  /// Reads an address without a scheme. Returns nil if the text is not such an address, or if it is the name of an
  /// existing file.
  init?(_ text: String) {
    let authority = text.prefix { !"/?#".contains($0) }
    let port = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] }
    let host = port.map { authority.dropLast($0.count + 1) } ?? authority
    let isHost = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.[:]".utf8.contains($0) }
    guard isHost, !host.isEmpty, !host.hasPrefix("."), port.map({ UInt16($0) != nil }) ?? true else { return nil }
    // Without a port, a name with a dot may be the name of a file, such as `page.html`.
    let isName = host == "localhost" || port != nil || (host.contains(".") && authority.count < text.count)
    guard isName, !FileManager.default.fileExists(atPath: text) else { return nil }
    self.text = text
    self.host = host.lowercased()
    url = "http://\(text)"
  }

  /// Whether the host is this machine, so that the scheme can only be `http`.
  var isLoopback: Bool {
    let isNumeric = host.hasPrefix("127.") && host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    return isNumeric || host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
  }

  /// The error for an address of another machine.
  var error: PageError {
    PageError("\(text): the file or folder does not exist; for a page on the network, write https://\(text)")
  }
}
