extension WebPage {
  /// The action that starts a navigation.
  ///
  /// Apple's `source`, `shouldPerformDownload` and `buttonNumber` are absent, because WebKitGTK does not report them.
  @MainActor
  public struct NavigationAction {
    private let wrapped: WKNavigationAction

    init(_ action: WKNavigationAction) {
      wrapped = action
    }

    /// The frame that navigates; nil for a new window. WebKitGTK does not say which frame it is.
    public var target: WKNavigationTarget? { wrapped.targetFrame }
    /// The event that made the page navigate.
    public var navigationType: WKNavigationType { wrapped.navigationType }
    /// The request: URL, method and header fields. The body is not available.
    public var request: URLRequest { wrapped.request }
  }

  /// The response to a navigation's request.
  @MainActor
  public struct NavigationResponse {
    private let wrapped: WKNavigationResponse

    init(_ response: WKNavigationResponse) {
      wrapped = response
    }

    /// The response; an `HTTPURLResponse` if it has a status.
    public var response: URLResponse { wrapped.response }
    /// Whether WebKit can show the response.
    public var canShowMimeType: Bool { wrapped.canShowMIMEType }
  }

  /// A type that decides about the navigations of a page. Every method is optional.
  public protocol NavigationDeciding {
    /// Decides about a navigation before it starts, and about the permissions of its page. By default the navigation is
    /// allowed.
    ///
    /// - Parameter preferences: the configuration's preferences, which the decider may change.
    @MainActor
    mutating func decidePolicy(
      for action: NavigationAction, preferences: inout NavigationPreferences
    ) async -> WKNavigationActionPolicy

    /// Decides about a response before WebKit shows it. By default the response is allowed.
    @MainActor
    mutating func decidePolicy(for response: NavigationResponse) async -> WKNavigationResponsePolicy

    /// Answers a server's request for credentials. By default no credential is sent, and the page shows the server's
    /// response.
    @MainActor
    mutating func decideAuthenticationChallengeDisposition(
      for challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  }
}

extension WebPage.NavigationDeciding {
  /// Allows the navigation.
  @MainActor
  public func decidePolicy(
    for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
  ) async -> WKNavigationActionPolicy { .allow }

  /// Allows the response.
  @MainActor
  public func decidePolicy(for response: WebPage.NavigationResponse) async -> WKNavigationResponsePolicy { .allow }

  /// Sends no credential.
  @MainActor
  public func decideAuthenticationChallengeDisposition(
    for challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.performDefaultHandling, nil) }
}
