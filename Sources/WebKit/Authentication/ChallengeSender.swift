/// The sender that Foundation requires in a challenge. Its methods have the same effect as the delegate's completion
/// handler.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
  let challenge: PendingChallenge

  init(_ challenge: PendingChallenge) {
    self.challenge = challenge
  }

  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
    answer(.useCredential, credential)
  }

  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
    answer(.useCredential, nil)
  }

  func cancel(_ challenge: URLAuthenticationChallenge) {
    answer(.cancelAuthenticationChallenge, nil)
  }

  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
    answer(.performDefaultHandling, nil)
  }

  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
    answer(.rejectProtectionSpace, nil)
  }

  /// Answers the challenge. Must be called on the main thread, like all of WebKit.
  private func answer(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
    let challenge = challenge
    MainActor.assumeIsolated { challenge.answer(disposition, credential) }
  }
}
