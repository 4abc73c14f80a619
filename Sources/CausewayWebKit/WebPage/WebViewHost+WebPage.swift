import Causeway
import WebKit

/// Support for pages of WebKit's `WebPage`.
///
/// A `WebPage` does not say which web view it has, or which configuration it was made with. The token of the main
/// document's life identifies a page: `life.js` holds the token in a script world that no page can reach, and
/// `WebPage.callJavaScript` reads it there. So a page can neither pretend to be another page nor hide.
@available(iOS 26, macOS 26, *)
extension WebViewHost {
  /// Gives the pages of a configuration their bridge. Call this method before you make a page with the configuration.
  ///
  /// The host serves ``bytesScheme``, by which bytes travel beside messages, as for a `WKWebViewConfiguration`. Make
  /// only one page with each configuration: pages with the same configuration share its content controller, and could
  /// use each other's URLs of that scheme if they knew them.
  public func attach(to configuration: inout WebPage.Configuration) {
    var carriesBytes = false
    if let scheme = URLScheme(Self.bytesScheme), configuration.urlSchemeHandlers[scheme] == nil {
      configuration.urlSchemeHandlers[scheme] = PageBytesHandler(
        host: self, controller: configuration.userContentController)
      carriesBytes = true
    }
    attach(
      to: configuration.userContentController, bytesScheme: carriesBytes ? Self.bytesScheme : "", keepsHost: false)
  }

  /// The conversation with the main document that a page shows; nil if that document has not begun a conversation.
  public func conversation(with page: WebPage) async -> Conversation? {
    let token = try? await page.callJavaScript(Self.readToken, contentWorld: DocumentLives.world) as? String
    return documents.values.first { $0.life == token && $0.frame.isMainFrame }?.conversation
  }

  /// Ends everything that is open in a page whose process has terminated. Call this method when `page.navigations`
  /// throws `WebPage.NavigationError.webContentProcessTerminated`. It does nothing while the page's document is there.
  public func webContentProcessDidTerminate(in page: WebPage) async {
    guard await conversation(with: page) == nil else { return }
    // No document is left that could identify the page's web view. So each web view is asked whether its document is
    // there; all at once and for a limited time, because another page may be busy and answer late, or never.
    let documents = lives.mainDocuments
    guard !documents.isEmpty else { return }
    let (answers, answer) = AsyncStream<Void>.makeStream()
    for (token, webView) in documents {
      // The variant with a completion handler, which does not retain a web view that never answers.
      webView.callAsyncJavaScript(Self.readToken, in: nil, in: DocumentLives.world) {
        [weak self, weak webView] result in
        if let self, let webView { endDocument(token, of: webView, unless: try? result.get() as? String) }
        answer.yield()
      }
    }
    let limit = Task {
      try? await Task.sleep(for: Self.answerTimeout)  // cancelled when all web views have answered
      answer.finish()
    }
    defer { limit.cancel() }
    var left = documents.count
    for await _ in answers {
      left -= 1
      if left == 0 { break }
    }
  }

  /// How long the method waits for other pages to answer. A web view without a process answers at once, so the end of
  /// its document is known immediately.
  private static var answerTimeout: Duration { .seconds(2) }

  /// Ends everything that is open in a web view, unless `shown`, the token of the document that it shows, is `token`.
  private func endDocument(_ token: DocumentLives.Token, of webView: WKWebView, unless shown: String?) {
    // If a new document has begun meanwhile, it has ended the old one itself.
    if shown != token, lives.isKnown(token) { webContentProcessDidTerminate(in: webView) }
  }

  /// A script that returns the token of a main document's life. It checks for an own property, because an element of
  /// the page can have the same name.
  private static var readToken: String {
    "return Object.hasOwn(window, 'causewayLife') ? causewayLife.token : undefined"
  }
}
