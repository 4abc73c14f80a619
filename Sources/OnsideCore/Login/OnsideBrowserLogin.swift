import CausewayJOSE
import Foundation

/// A login on the sign-in page of an identity provider: what a browser shows, and how it comes back to the app.
///
/// It is the authorization code flow of OAuth 2 for apps (RFC 8252), with `state` and PKCE (RFC 7636). The sign-in page
/// ends with the URL `SCHEME://onside-login`, with a `code` and the `state` in its query, or with an `error` in place of
/// the code.
public struct OnsideBrowserLogin: Hashable, Sendable {
  /// The store's name for it.
  public var id: String
  /// The provider whose sign-in page it is.
  public var provider: OnsideIdentityProvider
  /// The address of the sign-in page.
  public var url: URL
  /// The scheme of the callback.
  public var callbackScheme: String
  /// The text that the callback must repeat: without it, the callback is one of another login.
  public var state: String
  /// The secret of PKCE. The store gives no session for the code without it, so that a program that has read the callback
  /// cannot log in.
  public var codeVerifier: String

  /// A login that the store has begun.
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

  /// What a callback says.
  public enum Answer: Hashable, Sendable {
    /// The user has signed in. The store gives a session for the code.
    case code(String)
    /// The user has pressed Cancel: the error `access_denied`.
    case cancelled
    /// Any other error of OAuth 2, such as `server_error`.
    case failed(String)
  }

  /// What a URL says that the app was opened with; nil for a URL that is no callback of this login.
  ///
  /// A callback is `SCHEME://onside-login` and has exactly one `state`, which is ``state``, and exactly one of `code`
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
  /// Without its secrets.
  public var description: String { "OnsideBrowserLogin(redacted)" }
  /// Without its secrets.
  public var debugDescription: String { description }
  /// Without its secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secrets of one login in the browser, which the app makes.
package struct BrowserLoginSecrets: Hashable, Sendable, Redacted {
  /// See ``OnsideBrowserLogin/state``.
  package let state = Self.random()
  /// See ``OnsideBrowserLogin/codeVerifier``.
  package let codeVerifier = Self.random()

  /// New ones.
  package init() {}

  /// What the store gets before the login, so that it knows the verifier later.
  package var codeChallenge: String { Self.challenge(of: codeVerifier) }

  /// The method `S256` of RFC 7636.
  package static func challenge(of verifier: String) -> String { Base64URL.encode(SHA256Hash(of: verifier).bytes) }

  /// 256 random bits of the system's generator, in 43 characters.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
