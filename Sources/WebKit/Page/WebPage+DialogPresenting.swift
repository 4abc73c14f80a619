extension WebPage {
  /// The user's answer to `confirm`.
  public enum JavaScriptConfirmResult: Hashable, Sendable {
    /// The user confirmed.
    case ok
    /// The user cancelled.
    case cancel
  }

  /// The user's answer to `prompt`.
  public enum JavaScriptPromptResult: Hashable, Sendable {
    /// The user entered a text.
    case ok(String)
    /// The user cancelled: the page gets null.
    case cancel
  }

  /// The user's choice for an `<input type=file>`.
  public enum FileInputPromptResult: Hashable, Sendable {
    /// The chosen files, as file URLs.
    case selected([URL])
    /// No files.
    case cancel
  }

  /// A presenter of the dialogs that scripts of a page request. Every method is optional. The page's script waits for
  /// the answer.
  ///
  /// On Linux the frame is known only if the page has a single document; otherwise it counts as a sub-frame.
  public protocol DialogPresenting {
    /// Presents `alert(message)`. By default nothing is shown.
    @MainActor
    func handleJavaScriptAlert(message: String, initiatedBy frame: FrameInfo) async

    /// Presents `confirm(message)`. By default the answer is `cancel`.
    @MainActor
    func handleJavaScriptConfirm(message: String, initiatedBy frame: FrameInfo) async -> JavaScriptConfirmResult

    /// Presents `prompt(message, defaultText)`. By default the page gets null.
    @MainActor
    func handleJavaScriptPrompt(
      message: String, defaultText: String?, initiatedBy frame: FrameInfo
    ) async -> JavaScriptPromptResult

    /// Lets the user choose files. By default no file is chosen.
    @MainActor
    func handleFileInputPrompt(
      parameters: WKOpenPanelParameters, initiatedBy frame: FrameInfo
    ) async -> FileInputPromptResult
  }
}

extension WebPage.DialogPresenting {
  /// Shows nothing.
  @MainActor
  public func handleJavaScriptAlert(message: String, initiatedBy frame: WebPage.FrameInfo) async {}

  /// Answers with `cancel`.
  @MainActor
  public func handleJavaScriptConfirm(
    message: String, initiatedBy frame: WebPage.FrameInfo
  ) async -> WebPage.JavaScriptConfirmResult { .cancel }

  /// Answers with `cancel`, so that the page gets null.
  @MainActor
  public func handleJavaScriptPrompt(
    message: String, defaultText: String?, initiatedBy frame: WebPage.FrameInfo
  ) async -> WebPage.JavaScriptPromptResult { .cancel }

  /// Chooses no file.
  @MainActor
  public func handleFileInputPrompt(
    parameters: WKOpenPanelParameters, initiatedBy frame: WebPage.FrameInfo
  ) async -> WebPage.FileInputPromptResult { .cancel }
}

/// The presenter of a page whose app provides none.
struct DefaultDialogs: WebPage.DialogPresenting {}

/// The delegate that passes dialogs to a page's presenter, and requests for devices to its configuration.
@MainActor
final class PageUIDelegate: NSObject, WKUIDelegate {
  private let presenter: any WebPage.DialogPresenting
  private let authorization: WebPage.DeviceSensorAuthorization

  init(_ presenter: any WebPage.DialogPresenting, _ authorization: WebPage.DeviceSensorAuthorization) {
    self.presenter = presenter
    self.authorization = authorization
  }

  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async {
    await presenter.handleJavaScriptAlert(message: message, initiatedBy: WebPage.FrameInfo(frame))
  }

  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async -> Bool {
    await presenter.handleJavaScriptConfirm(message: message, initiatedBy: WebPage.FrameInfo(frame)) == .ok
  }

  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String? {
    let result = await presenter.handleJavaScriptPrompt(
      message: prompt, defaultText: defaultText, initiatedBy: WebPage.FrameInfo(frame))
    return if case .ok(let text) = result { text } else { nil }
  }

  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
  ) async -> [URL]? {
    let result = await presenter.handleFileInputPrompt(
      parameters: parameters, initiatedBy: WebPage.FrameInfo(frame))
    return if case .selected(let urls) = result { urls } else { nil }
  }

  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
    type: WKMediaCaptureType
  ) async -> WKPermissionDecision {
    await authorization.decide(.mediaCapture(type), WebPage.FrameInfo(frame), origin)
  }
}
