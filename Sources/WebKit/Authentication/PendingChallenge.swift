/// A challenge at which the delegate is, and the engine's request that takes the answer. One that is let go is cancelled.
@MainActor
final class PendingChallenge {
  private(set) var request: AuthenticationRequest
  private var decision: (URLSession.AuthChallengeDisposition, URLCredential?)?

  init(_ request: AuthenticationRequest) {
    self.request = request
  }

  /// Whether the delegate wants the navigation to end.
  var isCancelled: Bool { decision?.0 == .cancelAuthenticationChallenge }

  /// The delegate answers, once.
  func answer(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
    guard decision == nil else { return assertionFailure("A navigation delegate called a completionHandler twice.") }
    decision = (disposition, credential)
    request.answer(disposition, credential)
  }

  /// The engine has asked again in place of a request that it cancelled.
  func goOn(with request: AuthenticationRequest) {
    self.request = request
    if let (disposition, credential) = decision { request.answer(disposition, credential) }
  }
}

/// A challenge that came before its navigation started.
///
/// Word of the start comes from the web process, and the challenge from the network's. On a busy machine the challenge can
/// be first; WebKitGTK then takes it for one of the navigation before, and cancels it with the start (2.50). The navigation
/// begins once more, and the delegate hears nothing of that.
@MainActor
struct ChallengeInterruption {
  private let request: AuthenticationRequest
  private let space: URLProtectionSpace
  /// Nil if the delegate has let go of it.
  private weak var challenge: PendingChallenge?
  /// Whether the navigation has begun once more.
  private var hasBegunAgain = false

  init(_ challenge: PendingChallenge, _ space: URLProtectionSpace) {
    request = challenge.request
    self.space = space
    self.challenge = challenge
  }

  /// Whether WebKitGTK has cancelled the challenge.
  var isInterrupted: Bool { request.isInterrupted }

  /// Whether a navigation to a URL that was cancelled was so because of it alone.
  func isCurable(at url: URL?) -> Bool {
    !hasBegunAgain && isInterrupted && challenge?.isCancelled == false && url?.host == space.host
  }

  /// The navigation begins once more: not twice because of one challenge.
  mutating func begin() { hasBegunAgain = true }

  /// The challenge at which the delegate is, if the same server has asked the same again. What the delegate gives for one
  /// server is for no other.
  func challenge(for other: URLProtectionSpace, isRetry: Bool) -> PendingChallenge? {
    guard hasBegunAgain, !isRetry, other.host == space.host, other.port == space.port,
      other.protocol == space.protocol, other.realm == space.realm,
      other.authenticationMethod == space.authenticationMethod
    else { return nil }
    return challenge
  }
}
