/// Shows what pages ask the app to show. Every method may be left out, as on Apple's platforms.
///
/// A method with a handler has an asynchronous form too; WebKit calls the form with a handler, which is built on the
/// other where the app leaves it out. A handler that is let go without a call answers as if the method were left out.
///
/// WebKitGTK does not say which frame asks. Where only the main frame's document is there, `frame` is that; otherwise it is
/// a sub-frame, with the origin that all documents of the page have, or an opaque one.
@preconcurrency @MainActor
public protocol WKUIDelegate: NSObjectProtocol {
  // MARK: Windows

  /// A page opens a window: with `window.open`, or a link with a target. Left out: none is opened.
  ///
  /// - Parameters:
  ///   - configuration: a copy of the web view's, with which the new web view has to be made; with any other one the
  ///     program stops. On Linux its content controller and its data store cannot be exchanged.
  ///   - navigationAction: what the new web view will load: WebKit does.
  /// - Returns: the new web view, which the app has to keep; nil for none, then `window.open` gives null.
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  /// A page closed its window with `window.close`: the app should let go of the web view.
  func webViewDidClose(_ webView: WKWebView)

  // MARK: Panels

  /// `alert(message)`. Left out: nothing is shown.
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor () -> Void)
  /// `alert(message)`.
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async
  /// `confirm(message)`. Left out: the answer is false.
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor (Bool) -> Void)
  /// `confirm(message)`.
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
  /// `prompt(prompt, defaultText)`. Left out: the answer is null.
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void)
  /// `prompt(prompt, defaultText)`.
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String?
  /// The user is to choose files for an `<input type=file>`. Left out: none is chosen.
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor ([URL]?) -> Void)
  /// The user is to choose files for an `<input type=file>`; nil for none.
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
  ) async -> [URL]?

  // MARK: Permissions

  /// A page wants to use the camera or the microphone. Left out: it may not.
  ///
  /// - Parameter origin: that of `frame`; an opaque one where it is not known which frame asks.
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void)
  /// A page wants to use the camera or the microphone.
  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
    type: WKMediaCaptureType
  ) async -> WKPermissionDecision
}
