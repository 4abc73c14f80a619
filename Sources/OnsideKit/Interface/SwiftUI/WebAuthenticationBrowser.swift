#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import AuthenticationServices
import OnsideCore

/// The system's web authentication: a browser that the app cannot look into.
@MainActor final class WebAuthenticationBrowser: NSObject, LoginBrowser {
  private let anchor: @MainActor () -> ASPresentationAnchor?
  private var session: ASWebAuthenticationSession?

  /// - Parameter anchor: the window before which it is shown; nil if the app has none.
  init(anchor: @escaping @MainActor () -> ASPresentationAnchor?) {
    self.anchor = anchor
  }

  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
  ) {
    let session = ASWebAuthenticationSession(url: login.url, callbackURLScheme: login.callbackScheme) {
      @Sendable url, error in
      // The system may call from any thread: without `@Sendable` the closure would be the main actor's, and stop the program
      // there. After this call the browser is gone, whatever the URL is.
      let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
      Task { @MainActor in
        if let url, onCallback(url) { return }
        onEnd(url != nil || isClosed ? .closed : .unavailable)
      }
    }
    session.presentationContextProvider = self
    // Nothing of the sign-in stays in the user's browser, as on other platforms.
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
