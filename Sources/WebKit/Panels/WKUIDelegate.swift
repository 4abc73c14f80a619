/// Shows what pages ask the app to show. Every method may be left out, as on Apple's platforms.
///
/// Apple's `webView(_:createWebViewWith:for:windowFeatures:)` is absent: a new window of WebKitGTK has the content manager
/// of its opener, whose signals do not tell the two apart. `window.open` gives null.
@MainActor
public protocol WKUIDelegate: NSObjectProtocol {
  /// `alert(message)`. Left out: nothing is shown.
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor () -> Void)
  /// `confirm(message)`. Left out: the answer is false.
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor (Bool) -> Void)
  /// `prompt(prompt, defaultText)`. Left out: the answer is null.
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void)
}

/// What happens where a delegate leaves a method out.
extension WKUIDelegate {
  /// Nothing is shown.
  public func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor () -> Void
  ) { completionHandler() }

  /// The answer is false.
  public func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor (Bool) -> Void
  ) { completionHandler(false) }

  /// The answer is null.
  public func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void
  ) { completionHandler(nil) }
}
