import CausewayJOSE
import Foundation
import OnsideCore

/// The logins on the sign-in page that have begun and not ended.
///
/// They are kept in memory only: a store that has been restarted knows none.
struct SignIns: Sendable {
  /// How long the sign-in page can be used, in seconds.
  static let lifetime = 600
  /// How long the code of a callback can be used, in seconds. An app uses it at once.
  static let codeLifetime = 60
  /// How many are kept at most; the oldest go first.
  static let capacity = 1_000

  /// A login on the sign-in page.
  struct SignIn: Sendable, Redacted {
    /// Part of the page's address, so 256 random bits.
    var id = BrowserLoginSecrets.random()
    var app: String
    var provider: OnsideIdentityProvider
    var scheme: CallbackScheme
    /// The app's, which its callback repeats.
    var state: String
    /// The app's (RFC 7636, `S256`).
    var codeChallenge: String
    var expires: Date
    /// The code of the last callback.
    var code: Code?

    /// The callback without a code.
    var cancellation: String { "\(scheme.callback)?error=access_denied&state=\(state)" }
  }

  /// A code, of which the store keeps the SHA-256 only.
  struct Code: Sendable {
    var digest: SHA256Hash
    var person: Person
    var expires: Date
  }

  /// A person who has signed in at a provider.
  struct Person: Hashable, Sendable {
    var provider: OnsideIdentityProvider
    /// The address, as the person wrote it.
    var address: String
  }

  /// The oldest first.
  private var open: [SignIn] = []

  /// Begins one.
  mutating func begin(_ signIn: SignIn, at now: Date) {
    forget(at: now)
    if open.count >= Self.capacity { open.removeFirst() }
    open.append(signIn)
  }

  /// The one of a page; nil if it has ended.
  mutating func signIn(_ id: String, at now: Date) -> SignIn? {
    forget(at: now)
    return open.first { $0.id == id }
  }

  /// Signs a person in.
  ///
  /// A form that is sent twice, by a double click for example, gets another callback, and the one before is void: the browser
  /// follows the last one only.
  ///
  /// - Returns: the callback; nil if the login has ended.
  mutating func complete(_ id: String, as address: String, at now: Date) -> String? {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
    let code = BrowserLoginSecrets.random()
    open[index].code = Code(
      digest: SHA256Hash(of: code), person: Person(provider: open[index].provider, address: address),
      expires: now + Double(Self.codeLifetime))
    return "\(open[index].scheme.callback)?code=\(code)&state=\(open[index].state)"
  }

  /// Ends one, as its user wants.
  ///
  /// - Returns: the callback; nil if it has ended already.
  mutating func cancel(_ id: String, at now: Date) -> String? {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
    return open.remove(at: index).cancellation
  }

  /// Uses a code up. A code that comes with another verifier, or from another app, was read by somebody else, so that it
  /// ends the login.
  ///
  /// - Returns: who has signed in; nil if the code is not that of the last callback, or its time is over.
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
