import CWebKitGTK

/// The authentication of one web view: passes servers' challenges to the navigation delegate, and counts the
/// credentials that servers refuse.
@MainActor
final class Authentication {
  /// The challenge that arrived before WebKitGTK reported the start of its navigation, and that WebKitGTK may therefore
  /// cancel; nil if there is none.
  var interruption: ChallengeInterruption?

  /// The number of credentials that each server realm has refused in a row.
  private var refusedCredentials: [String: Int] = [:]
  private let navigations: NavigationTracker

  /// The maximum number of realms whose failures are counted.
  private static let mostRealms = 1_024

  init(_ navigations: NavigationTracker) {
    self.navigations = navigations
  }

  /// Connects WebKitGTK's signal for challenges. The connection does not retain the web view.
  static func connect(to webView: WKWebView) -> SignalConnection {
    let authenticate: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      WeakWebView.with(data) { $0.authentication.answer(AuthenticationRequest(request), in: $0) }
      // Return TRUE. Otherwise WebKitGTK would show its own dialog.
      return 1
    }
    return webView.widget.connect(
      "authenticate", box: WeakWebView(webView), unsafeBitCast(authenticate, to: GCallback.self))
  }

  private func answer(_ request: AuthenticationRequest, in webView: WKWebView) {
    guard let delegate = webView.navigationDelegate, let space = request.protectionSpace else {
      return request.answer(.performDefaultHandling, nil)
    }
    if let challenge = interruption?.challenge(for: space, isRetry: request.isRetry) {
      challenge.resume(with: request)
      return note(challenge, space)
    }
    let key = "\(space.protocol ?? "")://\(space.host):\(space.port) \(space.realm ?? "")"
    let failures = request.isRetry ? (refusedCredentials[key] ?? 0) + 1 : 0
    // A server chooses its realms freely. Without a limit, a server could fill the memory with realms.
    if refusedCredentials.count >= Self.mostRealms { refusedCredentials = [:] }
    refusedCredentials[key] = failures == 0 ? nil : failures
    let pending = PendingChallenge(request)
    note(pending, space)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: request.proposedCredential, previousFailureCount: failures,
      failureResponse: nil, error: nil, sender: ChallengeSender(pending))
    delegate.webView(webView, didReceive: challenge) { pending.answer($0, $1) }
  }

  private func note(_ challenge: PendingChallenge, _ space: URLProtectionSpace) {
    interruption = navigations.isAwaitingStart ? ChallengeInterruption(challenge, space) : nil
  }

  /// Forgets the challenge in ``interruption``, because WebKitGTK has now reported the start of a navigation. If
  /// WebKitGTK cancelled the challenge, keeps it for ``resume(_:at:_:)``.
  func navigationDidStart() {
    if interruption?.isInterrupted == false { interruption = nil }
  }

  /// Begins a navigation again if WebKitGTK ended the navigation by cancelling its challenge.
  ///
  /// - Returns: whether the navigation begins again. If not, the caller reports that the navigation failed.
  func resume(_ navigation: WKNavigation, at url: URL?, _ loader: PageLoader) -> Bool {
    guard interruption?.canResume(at: url) == true, loader.resume(navigation) else { return false }
    interruption?.begin()
    return true
  }
}
