import CWebKitGTK

extension WKWebView {
  /// The maximum number of realms whose failures are counted.
  private static let mostRealms = 1_024

  /// Connects WebKitGTK's signal for challenges. The connection does not retain the web view.
  func connectAuthentication() {
    let authenticate: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      WeakWebView.with(data) { $0.answer(AuthenticationRequest(request)) }
      // TRUE: WebKitGTK shows no dialog of its own.
      return 1
    }
    signals.append(
      widget.connect("authenticate", box: WeakWebView(self), unsafeBitCast(authenticate, to: GCallback.self)))
  }

  private func answer(_ request: AuthenticationRequest) {
    guard let navigationDelegate, let space = request.protectionSpace else {
      return request.answer(.performDefaultHandling, nil)
    }
    if let challenge = interruption?.challenge(for: space, isRetry: request.isRetry) {
      challenge.goOn(with: request)
      return note(challenge, space)
    }
    let key = "\(space.protocol ?? "")://\(space.host):\(space.port) \(space.realm ?? "")"
    let failures = request.isRetry ? (refusedCredentials[key] ?? 0) + 1 : 0
    // A server chooses its realms freely: without a limit it could fill the memory with them.
    if refusedCredentials.count >= Self.mostRealms { refusedCredentials = [:] }
    refusedCredentials[key] = failures == 0 ? nil : failures
    let pending = PendingChallenge(request)
    note(pending, space)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: request.proposedCredential, previousFailureCount: failures,
      failureResponse: nil, error: nil, sender: ChallengeSender(pending))
    navigationDelegate.webView(self, didReceive: challenge) { pending.answer($0, $1) }
  }

  private func note(_ challenge: PendingChallenge, _ space: URLProtectionSpace) {
    interruption = navigations.isAwaitingStart ? ChallengeInterruption(challenge, space) : nil
  }

  /// Begins a navigation once more if WebKitGTK ended it by cancelling its challenge.
  ///
  /// - Returns: false if the navigation stays ended.
  func goOnAfterInterruption(_ navigation: WKNavigation, at url: URL?) -> Bool {
    guard interruption?.isCurable(at: url) == true, resume(navigation) else { return false }
    interruption?.begin()
    return true
  }
}
