import CausewayJOSE
import Foundation

/// A login on the sign-in page of an identity provider: the page that a browser shows, and the callback to the app.
///
/// This is the authorization code flow of OAuth 2 for apps (RFC 8252), with `state` and PKCE (RFC 7636). The sign-in
/// page ends with a redirect to `SCHEME://onside-login`. The query has the `state`, and either a `code` or an `error`.
public struct OnsideBrowserLogin: Hashable, Sendable {
  /// The store's identifier of the login.
  public var id: String
  /// The provider that shows the sign-in page.
  public var provider: OnsideIdentityProvider
  /// The address of the sign-in page.
  public var url: URL
  /// The scheme of the callback.
  public var callbackScheme: String
  /// The text that the callback must repeat. A callback with another text belongs to another login.
  public var state: String
  /// The PKCE secret. The store requires it together with the code, so another program that has read the callback
  /// cannot log in.
  public var codeVerifier: String

  /// Creates a login that the store has begun.
  public init(
    id: String, provider: OnsideIdentityProvider, url: URL, callbackScheme: String, state: String, codeVerifier: String
  ) {
    self.id = id
    self.provider = provider
    self.url = url
    self.callbackScheme = callbackScheme
    self.state = state
    self.codeVerifier = codeVerifier
  }

  /// The result that a callback carries.
  public enum Answer: Hashable, Sendable {
    /// The user has signed in. The store exchanges the code for a session.
    case code(String)
    /// The user cancelled: the error `access_denied`.
    case cancelled
    /// Any other error of OAuth 2, such as `server_error`.
    case failed(String)
  }

  /// Returns the result that a URL carries to the app; nil if the URL is not the callback of this login.
  ///
  /// A callback is `SCHEME://onside-login` and has exactly one `state`, equal to ``state``, and exactly one of `code`
  /// and `error`.
  public func answer(in url: URL) -> Answer? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.scheme?.lowercased() == callbackScheme.lowercased(), parts.host?.lowercased() == CallbackScheme.host,
      parts.user == nil, parts.password == nil, parts.port == nil, ["", "/"].contains(parts.path)
    else { return nil }
    let values = Dictionary(grouping: parts.queryItems ?? [], by: \.name).mapValues { $0.map { $0.value ?? "" } }
    guard !state.isEmpty, values["state"] == [state] else { return nil }
    switch (values["code"], values["error"]) {
    case (let codes?, nil) where codes.count == 1 && !codes[0].isEmpty: return .code(codes[0])
    case (nil, ["access_denied"]): return .cancelled
    case (nil, let errors?) where errors.count == 1 && !errors[0].isEmpty: return .failed(errors[0])
    default: return nil
    }
  }
}

extension OnsideBrowserLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type's name without the secrets.
  public var description: String { "OnsideBrowserLogin(redacted)" }
  /// The type's name without the secrets.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not show the secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secrets that the app makes for one login in the browser.
package struct BrowserLoginSecrets: Hashable, Sendable, Redacted {
  /// See ``OnsideBrowserLogin/state``.
  package let state = Self.random()
  /// See ``OnsideBrowserLogin/codeVerifier``.
  package let codeVerifier = Self.random()

  /// Creates new random secrets.
  package init() {}

  /// The hash that the store receives before the login. With it, the store can check the verifier later.
  package var codeChallenge: String { Self.challenge(of: codeVerifier) }

  /// Returns the code challenge of a verifier: the method `S256` of RFC 7636.
  package static func challenge(of verifier: String) -> String { Base64URL.encode(SHA256Hash(of: verifier).bytes) }

  /// Returns 256 random bits from the system's generator, as 43 characters of Base64URL.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
