/// The delegate that shows windows and panels for pages. Every method is optional, as on Apple's platforms.
///
/// A method with a completion handler also has an asynchronous variant. WebKit calls the variant with a completion
/// handler, whose default implementation calls the asynchronous variant. Releasing a handler without a call has the
/// same effect as the default.
///
/// WebKitGTK does not say which frame requests a panel. If the main frame's document is the only one, `frame` is the
/// main frame. Otherwise `frame` is a sub-frame, with the common origin of all documents of the page, or an opaque
/// origin.
@preconcurrency @MainActor
public protocol WKUIDelegate: NSObjectProtocol {
  // MARK: Windows

  /// Opens a window for a page that calls `window.open` or follows a link with a target. By default no window is
  /// opened.
  ///
  /// - Parameters:
  ///   - configuration: a copy of the web view's configuration, with which the app must make the new web view. With any
  ///     other configuration the program stops. On Linux its content controller and its data store cannot be replaced.
  ///   - navigationAction: the action that WebKit will load in the new web view.
  /// - Returns: the new web view, which the app must retain; nil opens no window, and `window.open` returns null.
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  /// Called after a page has closed its window with `window.close`. The app should release the web view.
  func webViewDidClose(_ webView: WKWebView)

  // MARK: Panels

  /// Shows `alert(message)`. By default nothing is shown.
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor () -> Void)
  /// Shows `alert(message)`.
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async
  /// Shows `confirm(message)`. By default the answer is false.
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor (Bool) -> Void)
  /// Shows `confirm(message)`.
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
  /// Shows `prompt(prompt, defaultText)`. By default the answer is null.
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void)
  /// Shows `prompt(prompt, defaultText)`.
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String?
  /// Lets the user choose files for an `<input type=file>`. By default no file is chosen.
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor ([URL]?) -> Void)
  /// Lets the user choose files for an `<input type=file>`; nil for no file.
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
  ) async -> [URL]?

  // MARK: Permissions

  /// Decides whether a page may use the camera or the microphone. By default it may not.
  ///
  /// - Parameter origin: the origin of `frame`; opaque if the requesting frame is unknown.
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void)
  /// Decides whether a page may use the camera or the microphone.
  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
    type: WKMediaCaptureType
  ) async -> WKPermissionDecision
}

/// The features that a page requests for a window that it opens.
///
/// Apple's members are absent, because WebKitGTK reports the window's size, position and bars only after the web view
/// has been made.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
  override init() {}
}

/// The kinds of choice that a page allows in a file panel. Apple's `allowsDirectories` is absent, because WebKitGTK
/// does not report it.
@preconcurrency @MainActor
open class WKOpenPanelParameters: NSObject {
  /// Whether the user may choose more than one file.
  open private(set) var allowsMultipleSelection: Bool

  init(allowsMultipleSelection: Bool) {
    self.allowsMultipleSelection = allowsMultipleSelection
  }
}

/// The devices that a page requests with `getUserMedia`. The raw values equal Apple's.
public enum WKMediaCaptureType: Int, Sendable {
  /// A camera.
  case camera = 0
  /// A microphone.
  case microphone = 1
  /// A camera and a microphone.
  case cameraAndMicrophone = 2
}

/// An app's decision on a page's request for permission. The raw values equal Apple's.
public enum WKPermissionDecision: Int, Sendable {
  /// WebKit asks the user. On Linux WebKit has no such prompt and refuses the request.
  case prompt = 0
  /// The page may use the device.
  case grant = 1
  /// The page may not use the device.
  case deny = 2
}
