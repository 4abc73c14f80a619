/// A challenge that was passed to the delegate, and the engine's request that receives the answer. If the object is
/// released without an answer, the challenge is cancelled.
@MainActor
final class PendingChallenge {
  private(set) var request: AuthenticationRequest
  private var decision: (URLSession.AuthChallengeDisposition, URLCredential?)?

  init(_ request: AuthenticationRequest) {
    self.request = request
  }

  /// Whether the delegate has decided to cancel the navigation.
  var isCancelled: Bool { decision?.0 == .cancelAuthenticationChallenge }

  /// Records the delegate's answer and passes it to the engine. A second call traps in debug builds.
  func answer(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
    guard decision == nil else {
      return assertionFailure("A navigation delegate answered a challenge twice. Call the completionHandler once.")
    }
    decision = (disposition, credential)
    request.answer(disposition, credential)
  }

  /// Replaces the request that the engine cancelled with the engine's request for the repeated navigation. If the
  /// delegate has decided, passes the delegate's decision to the new request.
  func resume(with request: AuthenticationRequest) {
    self.request = request
    if let (disposition, credential) = decision { request.answer(disposition, credential) }
  }
}

/// A challenge that arrived before WebKitGTK reported the start of its navigation.
///
/// The web process reports the start, and the network process sends the challenge. On a busy machine the challenge can
/// arrive first. WebKitGTK 2.50 then assigns the challenge to the previous navigation, and cancels the challenge when
/// the new navigation starts. The web view begins the navigation again, without notifying the delegate.
@MainActor
struct ChallengeInterruption {
  private let request: AuthenticationRequest
  private let space: URLProtectionSpace
  /// The challenge that was passed to the delegate; nil if the delegate has released it.
  private weak var challenge: PendingChallenge?
  /// Whether the navigation has begun again.
  private var hasBegunAgain = false

  init(_ challenge: PendingChallenge, _ space: URLProtectionSpace) {
    request = challenge.request
    self.space = space
    self.challenge = challenge
  }

  /// Whether WebKitGTK has cancelled the challenge.
  var isInterrupted: Bool { request.isInterrupted }

  /// Returns whether the cancelled challenge is the only reason why the navigation to `url` was cancelled.
  func canResume(at url: URL?) -> Bool {
    !hasBegunAgain && isInterrupted && challenge?.isCancelled == false && url?.host == space.host
  }

  /// Records that the navigation begins again, which happens only once for a challenge.
  mutating func begin() { hasBegunAgain = true }

  /// Returns the challenge that was passed to the delegate, if `other` describes the same challenge of the same server;
  /// otherwise nil. Another server must not get the delegate's answer.
  func challenge(for other: URLProtectionSpace, isRetry: Bool) -> PendingChallenge? {
    guard hasBegunAgain, !isRetry, other.host == space.host, other.port == space.port,
      other.protocol == space.protocol, other.realm == space.realm,
      other.authenticationMethod == space.authenticationMethod
    else { return nil }
    return challenge
  }
}
