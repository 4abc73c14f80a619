import CausewayJSON
import CausewayTransport
import Foundation

/// The address of a store, and the app that uses it.
public struct StoreAddress: Hashable, Sendable {
  /// The reason why a URL cannot be a store's address, or a text cannot be an app's identifier.
  public enum Mistake: Error, Hashable, Sendable {
    /// The scheme is `http` and the host is another machine: tokens would cross the network unencrypted.
    case notSecure(String)
    /// The URL is not an `http` or `https` URL with only a host, a port and a path. The second value is the flaw.
    case notAnAddress(String, Flaw)
    /// The text is not a bundle identifier.
    case notAnApp(String)
  }

  /// The flaw of a URL that cannot be a store's address: a part that is missing or not allowed.
  public enum Flaw: Hashable, Sendable {
    /// The text is not a URL.
    case notAURL
    /// The scheme is neither `http` nor `https`, or is missing.
    case scheme(String)
    /// The URL has no host.
    case noHost
    /// The URL has a user or a password.
    case user
    /// The URL has a query.
    case query
    /// The URL has a fragment.
    case fragment
  }

  /// The store's URL. The paths of requests are appended to its path.
  public let url: URL
  /// The app's bundle identifier.
  public let app: String

  /// Creates an address.
  ///
  /// - Parameters:
  ///   - url: an `https` URL, or an `http` URL on this machine, such as a sandbox store's.
  ///   - app: at most 155 letters, digits, hyphens, underscores and periods.
  public init(_ url: URL, app: String) throws(Mistake) {
    // Show only these parts in an error, because the other parts may contain secrets, such as a user's password.
    let shown = "\(url.scheme ?? "")://\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")"
    if let flaw = Self.flaw(of: url) { throw .notAnAddress(shown, flaw) }
    guard url.scheme?.lowercased() == "https" || url.isLoopback else { throw .notSecure(shown) }
    guard (1...155).contains(app.utf8.count), app.utf8.allSatisfy(Self.isOfBundleIdentifier) else {
      throw .notAnApp(app)
    }
    self.url = url
    self.app = app
  }

  /// Returns the URL of a request.
  ///
  /// - Parameter path: the path components, not percent-encoded.
  package func url(_ path: [String]) -> URL {
    path.reduce(url) { url, part in
      // Escape every reserved character, so that an identifier stays one path component.
      let escaped = part.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
      let base = url.absoluteString
      return URL(string: base + (base.hasSuffix("/") ? "" : "/") + escaped) ?? url
    }
  }

  /// Returns the URL of a sign-in page from the store's reference, which is absolute or relative to the store's
  /// address.
  ///
  /// - Returns: nil for a URL that is neither `https` nor at the store itself, because the user's input on that page
  ///   would cross the network unencrypted.
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

  private static func isOfBundleIdentifier(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-_.".utf8.contains(byte)
  }
}

extension StoreAddress.Mistake: CustomStringConvertible {
  /// The mistake, and how to correct it.
  public var description: String {
    switch self {
    case .notSecure(let address): "\(address) is not secure: use an https address, or a store on this machine"
    case .notAnAddress(let address, let flaw):
      "\(address) is not a store's address: \(flaw); write one such as https://store.example or http://127.0.0.1:8080"
    case .notAnApp(let app): "\"\(app)\" is not a bundle identifier; write one such as com.example.shop"
    }
  }
}

extension StoreAddress.Flaw: CustomStringConvertible {
  /// The flaw as a clause of a sentence.
  public var description: String {
    switch self {
    case .notAURL: "it is not a URL"
    case .scheme(""): "it does not begin with https:// or http://"
    case .scheme(let scheme): "its scheme is \(scheme), not https or http"
    case .noHost: "it has no host"
    case .user: "it has a user name or a password, which a store's address must not have"
    case .query: "it has a query, which a store's address must not have"
    case .fragment: "it has a fragment, which a store's address must not have"
    }
  }
}
