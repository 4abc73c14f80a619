import Foundation

/// Where a store is, and which of its apps asks.
public struct StoreAddress: Hashable, Sendable {
  /// Why there can be no store at an address, or no such app.
  public enum Mistake: Error, Hashable, Sendable {
    /// Tokens would pass readable over the network.
    case notSecure(String)
    /// It is no `http` or `https` URL of a host, with a path at most.
    case notAnAddress(String)
    /// It is no bundle identifier.
    case notAnApp(String)
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
    let shown = "\(url.scheme ?? "")://\(url.host ?? "")"
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host, !host.isEmpty, url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
    else { throw .notAnAddress(shown) }
    guard scheme == "https" || Self.isLoopback(host) else { throw .notSecure(shown) }
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

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.")

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
    case .notAnAddress(let address):
      "\(address) is no store's address: write one such as https://store.example or http://127.0.0.1:8080"
    case .notAnApp(let app): "\"\(app)\" is no bundle identifier, such as com.example.shop"
    }
  }
}
