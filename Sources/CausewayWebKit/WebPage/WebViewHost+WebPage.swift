import Causeway
import WebKit

/// Support for pages of WebKit's `WebPage`.
///
/// A `WebPage` does not reveal its web view or its configuration. The token of the main document's life identifies the
/// page: `life.js` holds the token in a script world that no page can reach, and `WebPage.callJavaScript` reads it
/// there. Therefore a page can neither pretend to be another page nor hide its own document.
@available(iOS 26, macOS 26, *)
extension WebViewHost {
  /// Connects the pages of a configuration to the bridge. Call this method before you make a page with the
  /// configuration.
  ///
  /// The host also handles the URL scheme ``bytesScheme``, which carries bytes beside messages, as for a
  /// `WKWebViewConfiguration`. Make only one page with each configuration: pages with the same configuration share its
  /// content controller, and could use each other's URLs of that scheme if they knew them.
  public func attach(to configuration: inout WebPage.Configuration) {
    var carriesBytes = false
    if let scheme = URLScheme(Self.bytesScheme), configuration.urlSchemeHandlers[scheme] == nil {
      configuration.urlSchemeHandlers[scheme] = PageBytesHandler(
        host: self, controller: configuration.userContentController)
      carriesBytes = true
    }
    attach(
      to: configuration.userContentController, bytesScheme: carriesBytes ? Self.bytesScheme : "")
  }

  /// Returns the conversation with the main document that a page shows; nil if that document has not begun a
  /// conversation.
  public func conversation(with page: WebPage) async -> Conversation? {
    let token = try? await page.callJavaScript(Self.readToken, contentWorld: DocumentLives.world) as? String
    return documents.values.first { $0.life == token && $0.frame.isMainFrame }?.conversation
  }

  /// Ends the conversations with a page whose process has terminated. Call this method when `page.navigations` throws
  /// `WebPage.NavigationError.webContentProcessTerminated`. Does nothing while the page's document exists.
  public func webContentProcessDidTerminate(in page: WebPage) async {
    guard await conversation(with: page) == nil else { return }
    // No document is left that identifies the page's web view, so ask every web view whether its document exists. Ask
    // them all at once and for a limited time, because another page may be busy and answer late or never.
    let documents = lives.mainDocuments
    guard !documents.isEmpty else { return }
    let (answers, answer) = AsyncStream<Void>.makeStream()
    for (token, webView) in documents {
      // Use the variant with a completion handler, because it does not retain a web view that never answers.
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

  /// The time that ``webContentProcessDidTerminate(in:)`` waits for other pages to answer. A web view without a process
  /// answers at once, so the end of its document is known immediately.
  private static var answerTimeout: Duration { .seconds(2) }

  /// Ends the conversations with a web view's documents if the web view no longer shows the document with `token`.
  /// `shown` is the token of the document that the web view shows.
  private func endDocument(_ token: DocumentLives.Token, of webView: WKWebView, unless shown: String?) {
    // If a new document has begun in the meantime, its beginning has already ended the old document.
    if shown != token, lives.isKnown(token) { webContentProcessDidTerminate(in: webView) }
  }

  /// A script that returns the token of a main document's life. It checks for an own property, because an element of
  /// the page can have the same name.
  private static var readToken: String {
    "return Object.hasOwn(window, 'causewayLife') ? causewayLife.token : undefined"
  }
}
