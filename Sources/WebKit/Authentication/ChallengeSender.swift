/// The sender that Foundation asks for with a challenge. Its methods answer as the delegate's handler does.
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

  /// On the main thread only, as all of WebKit.
  private func answer(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
    let challenge = challenge
    MainActor.assumeIsolated { challenge.answer(disposition, credential) }
  }
}
