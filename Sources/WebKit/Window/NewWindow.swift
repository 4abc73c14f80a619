/// A window that a page requests, while the delegate makes the web view for the window.
@MainActor
final class NewWindow {
  /// The web view that was made for the window.
  weak var webView: WKWebView?

  private weak var opener: WKWebView?

  init(opener: WKWebView) {
    self.opener = opener
  }

  /// Returns the web view whose page opens the window, to the first web view with the window's configuration; nil to
  /// all others.
  ///
  /// WebKitGTK gives the new web view the scripts, handlers and session of its opener. A configuration with other ones
  /// stops the program.
  func claim(with configuration: WKWebViewConfiguration) -> WKWebView? {
    guard let opener else { return nil }
    self.opener = nil
    precondition(
      configuration.userContentController === opener.content.controller,
      "On Linux, the web view of a new window must have the user content controller of the web view that opens it")
    precondition(
      configuration.websiteDataStore === opener.configuration.websiteDataStore,
      "The web view of a new window must have the data store of the web view that opens it")
    return opener
  }

  /// Records that the delegate has decided. Later web views with the configuration are independent of the opener.
  func end() {
    opener = nil
  }
}
