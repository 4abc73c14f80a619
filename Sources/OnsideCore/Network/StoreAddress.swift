import Foundation

/// Where a store is, and which of its apps asks.
public struct StoreAddress: Hashable, Sendable {
  /// Why there can be no store at an address, or no such app.
  public enum Mistake: Error, Hashable, Sendable {
    /// Tokens would pass readable over the network.
    case notSecure(String)
    /// It is no `http` or `https` URL of a host, with a port and a path at most; and what is wrong with it.
    case notAnAddress(String, Flaw)
    /// It is no bundle identifier.
    case notAnApp(String)
  }

  /// What keeps a text from being a store's address.
  public enum Flaw: Hashable, Sendable {
    /// It is no URL.
    case notAURL
    /// Its scheme is another, or missing.
    case scheme(String)
    /// It has no host.
    case noHost
    /// It has a user, and perhaps a password.
    case user
    /// It has a query.
    case query
    /// It has a fragment.
    case fragment
  }

  /// The store's own URL; what it can be asked begins behind its path.
  public let url: URL
  /// The app's bundle identifier.
  public let app: String

  /// An address.
  ///
  /// - Parameters:
  ///   - url: `https`; `http` on this machine alone, as the sandbox store has it.
  ///   - app: at most 155 letters, digits, hyphens, underscores and full stops.
  public init(_ url: URL, app: String) throws(Mistake) {
    // What else a URL can have, a user's password among it, does not belong into a message.
    let shown = "\(url.scheme ?? "")://\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")"
    if let flaw = Self.flaw(of: url) { throw .notAnAddress(shown, flaw) }
    guard url.scheme?.lowercased() == "https" || Self.isLoopback(url.host ?? "") else { throw .notSecure(shown) }
    guard (1...155).contains(app.utf8.count), app.utf8.allSatisfy(Self.isOfBundleIdentifier) else {
      throw .notAnApp(app)
    }
    self.url = url
    self.app = app
  }

  /// The URL of something that the store can be asked.
  ///
  /// - Parameter path: its parts, without escapes.
  func url(_ path: [String]) -> URL {
    path.reduce(url) { url, part in
      // Whatever an identifier has in it, it stays one part.
      let escaped = part.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
      let base = url.absoluteString
      return URL(string: base + (base.hasSuffix("/") ? "" : "/") + escaped) ?? url
    }
  }

  /// The address of a sign-in page, which a store gives in full or relative to its own address.
  ///
  /// - Returns: nil for an address that is neither `https` nor at the store itself: what a user types there would pass
  ///   readable over the network.
  func signInPage(_ reference: String) -> URL? {
    let text = url.absoluteString
    let base = URL(string: text.hasSuffix("/") ? text : text + "/")
    guard let page = URL(string: reference, relativeTo: base)?.absoluteURL, page.host?.isEmpty == false,
      page.user == nil, page.password == nil
    else { return nil }
    let isOfTheStore = page.scheme == url.scheme && page.host == url.host && page.port == url.port
    return page.scheme == "https" || isOfTheStore ? page : nil
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.")

  private static func flaw(of url: URL) -> Flaw? {
    let scheme = url.scheme ?? ""
    guard ["http", "https"].contains(scheme.lowercased()) else { return .scheme(scheme) }
    guard let host = url.host, !host.isEmpty else { return .noHost }
    if url.user != nil || url.password != nil { return .user }
    if url.query != nil { return .query }
    return url.fragment == nil ? nil : .fragment
  }

  private static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(name) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
  }

  private static func isOfBundleIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension StoreAddress.Mistake: CustomStringConvertible {
  /// What is wrong, and what to write.
  public var description: String {
    switch self {
    case .notSecure(let address): "\(address) is not secure: a store is at an https address, or on this machine"
    case .notAnAddress(let address, let flaw):
      "\(address) is no store's address: \(flaw); write one such as https://store.example or http://127.0.0.1:8080"
    case .notAnApp(let app): "\"\(app)\" is no bundle identifier, such as com.example.shop"
    }
  }
}

extension StoreAddress.Flaw: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .notAURL: "it is no URL"
    case .scheme(""): "it does not begin with https:// or http://"
    case .scheme(let scheme): "its scheme is \(scheme), not https or http"
    case .noHost: "it has no host"
    case .user: "it has a user, which no store takes there"
    case .query: "it has a query"
    case .fragment: "it has a fragment"
    }
  }
}
