#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import AuthenticationServices
import OnsideCore

/// The system's web authentication: a browser whose pages the app cannot read.
@MainActor final class WebAuthenticationBrowser: NSObject, LoginBrowser {
  private let anchor: @MainActor () -> ASPresentationAnchor?
  private var session: ASWebAuthenticationSession?

  /// - Parameter anchor: returns the window in front of which the browser is shown; nil if the app has none.
  init(anchor: @escaping @MainActor () -> ASPresentationAnchor?) {
    self.anchor = anchor
  }

  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
  ) {
    let session = ASWebAuthenticationSession(url: login.url, callbackURLScheme: login.callbackScheme) {
      @Sendable url, error in
      // The system may call from any thread. Without `@Sendable`, the closure would be isolated to the main actor, and
      // a call on another thread would stop the program. After this call, the browser is closed, even if the URL is not
      // the callback.
      let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
      Task { @MainActor in
        if let url, onCallback(url) { return }
        onEnd(url != nil || isClosed ? .closed : .unavailable)
      }
    }
    session.presentationContextProvider = self
    // The sign-in must leave no data in the user's browser, as on other platforms.
    session.prefersEphemeralWebBrowserSession = true
    self.session = session
    if !session.start() { onEnd(.unavailable) }
  }

  func close() {
    session?.cancel()
    session = nil
  }
}

extension WebAuthenticationBrowser: ASWebAuthenticationPresentationContextProviding {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
    anchor() ?? ASPresentationAnchor()
  }
}
#endif
