/// A window that a page asks for, while the delegate makes the web view for it.
@MainActor
final class NewWindow {
  /// The web view that was made for it.
  weak var webView: WKWebView?

  private weak var opener: WKWebView?

  init(opener: WKWebView) {
    self.opener = opener
  }

  /// Gives the web view whose page asks, to the first web view on the window's configuration; nil to all others.
  ///
  /// WebKitGTK gives the new web view the scripts, handlers and session of that one, so that others stop the program.
  func claim(with configuration: WKWebViewConfiguration) -> WKWebView? {
    guard let opener else { return nil }
    self.opener = nil
    precondition(
      configuration.userContentController === opener.content.controller,
      "On Linux the web view of a new window has the content controller of the one that opens it")
    precondition(
      configuration.websiteDataStore === opener.configuration.websiteDataStore,
      "The web view of a new window has the data store of the one that opens it")
    return opener
  }

  /// The delegate has decided: what is made with the configuration from now on is a web view as any other.
  func end() {
    opener = nil
  }
}
