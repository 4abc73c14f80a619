import CausewayJOSE
import Foundation
import OnsideCore

/// The logins on the sign-in page that have begun and not ended.
///
/// They are in memory only, so they are lost when the store restarts.
struct SignIns: Sendable {
  /// The time until a login expires, in seconds.
  static let lifetime = 600
  /// The time until the code of a callback expires, in seconds. It is short because an app uses the code at once.
  static let codeLifetime = 60
  /// The maximum number of open logins. If there are more, the oldest ones are dropped.
  static let capacity = 1_000

  /// A login on the sign-in page.
  struct SignIn: Sendable, Redacted {
    /// The id in the address of the page. It has 256 random bits, because the address must not be guessed.
    var id = BrowserLoginSecrets.random()
    var app: String
    var provider: OnsideIdentityProvider
    var scheme: CallbackScheme
    /// The app's value that the callback repeats.
    var state: String
    /// The app's PKCE challenge (RFC 7636, `S256`).
    var codeChallenge: String
    var expires: Date
    /// The code of the last callback; nil before the user has signed in.
    var code: Code?

    /// The callback URL after the user has cancelled.
    var cancellation: String { "\(scheme.callback)?error=access_denied&state=\(state)" }
  }

  /// The code of a callback. The store keeps only its SHA-256.
  struct Code: Sendable {
    var digest: SHA256Hash
    var person: Person
    var expires: Date
  }

  /// A user who has signed in at an identity provider.
  struct Person: Hashable, Sendable {
    var provider: OnsideIdentityProvider
    /// The e-mail address, as the user wrote it.
    var address: String
  }

  /// The open logins, the oldest first.
  private var open: [SignIn] = []

  /// Adds a login.
  mutating func begin(_ signIn: SignIn, at now: Date) {
    forget(at: now)
    if open.count >= Self.capacity { open.removeFirst() }
    open.append(signIn)
  }

  /// Returns the login with an id; nil if it has ended.
  mutating func signIn(_ id: String, at now: Date) -> SignIn? {
    forget(at: now)
    return open.first { $0.id == id }
  }

  /// Signs a user in.
  ///
  /// If a form is sent twice, for example by a double click, the second callback makes the first one void, because the
  /// browser follows only the last one.
  ///
  /// - Returns: the callback URL; nil if the login has ended.
  mutating func complete(_ id: String, as address: String, at now: Date) -> String? {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
    let code = BrowserLoginSecrets.random()
    open[index].code = Code(
      digest: SHA256Hash(of: code), person: Person(provider: open[index].provider, address: address),
      expires: now + Double(Self.codeLifetime))
    return "\(open[index].scheme.callback)?code=\(code)&state=\(open[index].state)"
  }

  /// Cancels a login at the user's request.
  ///
  /// - Returns: the callback URL; nil if the login has ended already.
  mutating func cancel(_ id: String, at now: Date) -> String? {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
    return open.remove(at: index).cancellation
  }

  /// Uses up a code. If the verifier or the app does not match, somebody else may have read the code, so the login
  /// ends.
  ///
  /// - Returns: the user who has signed in; nil if the code has expired or is not the code of the last callback, or if
  ///   the verifier or the app does not match.
  mutating func use(
    _ id: String, code: String, verifier: String, app: String, at now: Date
  ) -> Person? {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id }), let kept = open[index].code,
      kept.digest == SHA256Hash(of: code)
    else { return nil }
    let signIn = open.remove(at: index)
    guard kept.expires > now, signIn.app == app, signIn.codeChallenge == BrowserLoginSecrets.challenge(of: verifier)
    else { return nil }
    return kept.person
  }

  private mutating func forget(at now: Date) { open.removeAll { $0.expires <= now } }
}
