import Causeway
import WebKit

/// Pages of WebKit's `WebPage`.
///
/// A `WebPage` does not say which web view it has, or which configuration it was made with. What tells pages apart is the
/// token of their main document's life: `life.js` has it in a script world that no page reaches, and
/// `WebPage.callJavaScript` reads it there. So a page can neither pretend to be another one nor hide.
@available(iOS 26, macOS 26, *)
extension WebViewHost {
  /// Gives the pages of a configuration their bridge. To be called before a page is made with it.
  ///
  /// It serves ``bytesScheme``, by which bytes travel beside messages, as for a `WKWebViewConfiguration`. Make one page of
  /// each configuration: pages of the same one share its content controller, and could use each other's URLs of that scheme
  /// if they knew them.
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

  /// The conversation with the main document that a page shows, if it has begun.
  public func conversation(with page: WebPage) async -> Conversation? {
    let token = try? await page.callJavaScript(Self.readToken, contentWorld: DocumentLives.world) as? String
    return documents.values.first { $0.life == token && $0.frame.isMainFrame }?.conversation
  }

  /// To be called when `page.navigations` throws `WebPage.NavigationError.webContentProcessTerminated`: ends everything that
  /// was open in the page. Does nothing while the page's document is there.
  public func webContentProcessDidTerminate(in page: WebPage) async {
    guard await conversation(with: page) == nil else { return }
    // No document is left that could tell the page's web view. So each web view is asked whether its document is there; all
    // at once and for a limited time, because another page may be at work and answer late, or never.
    let documents = lives.mainDocuments
    guard !documents.isEmpty else { return }
    let (answers, answer) = AsyncStream<Void>.makeStream()
    for (token, webView) in documents {
      // The form with a handler, which does not keep a web view that never answers.
      webView.callAsyncJavaScript(Self.readToken, in: nil, in: DocumentLives.world) {
        [weak self, weak webView] result in
        if let self, let webView { endDocument(token, of: webView, unless: try? result.get() as? String) }
        answer.yield()
      }
    }
    let limit = Task {
      try? await Task.sleep(for: Self.answerTimeout)  // it is cancelled when all have answered
      answer.finish()
    }
    defer { limit.cancel() }
    var left = documents.count
    for await _ in answers {
      left -= 1
      if left == 0 { break }
    }
  }

  /// How long the end of a process waits for other pages to say that they are there. The end of a document whose web view
  /// has no process is known at once.
  private static var answerTimeout: Duration { .seconds(2) }

  /// Ends what is open in a web view, unless it shows the document of a token.
  private func endDocument(_ token: DocumentLives.Token, of webView: WKWebView, unless shown: String?) {
    // A new document that has begun meanwhile ended the old one itself.
    if shown != token, lives.isKnown(token) { webContentProcessDidTerminate(in: webView) }
  }

  /// Reads the token of a main document's life. An element of the page can have the same name.
  private static var readToken: String {
    "return Object.hasOwn(window, 'causewayLife') ? causewayLife.token : undefined"
  }
}
