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
  let request: AuthenticationRequest
  /// Nil if the delegate has let go of it.
  private(set) weak var challenge: PendingChallenge?
  /// Whether the navigation has begun once more.
  private(set) var isOver = false

  init(_ request: AuthenticationRequest, _ challenge: PendingChallenge) {
    self.request = request
    self.challenge = challenge
  }

  /// Whether a navigation that was cancelled was so because of it alone.
  var isCurable: Bool { !isOver && request.isInterrupted && challenge?.isCancelled == false }

  /// The navigation begins once more: not twice because of one challenge.
  mutating func end() { isOver = true }
}
