extension WebPage {
  /// How the user answered `confirm`.
  public enum JavaScriptConfirmResult: Hashable, Sendable {
    /// Yes.
    case ok
    /// No.
    case cancel
  }

  /// How the user answered `prompt`.
  public enum JavaScriptPromptResult: Hashable, Sendable {
    /// With a text.
    case ok(String)
    /// Not at all: the page gets null.
    case cancel
  }

  /// What the user chose for an `<input type=file>`.
  public enum FileInputPromptResult: Hashable, Sendable {
    /// Files, by their URLs.
    case selected([URL])
    /// None.
    case cancel
  }

  /// Shows what scripts of a page ask the user. Every method may be left out; the page's script waits for the answer.
  ///
  /// On Linux the frame is known only where the page has one document, and otherwise counts as a sub-frame.
  public protocol DialogPresenting {
    /// `alert(message)`. Left out: nothing is shown.
    @MainActor
    func handleJavaScriptAlert(message: String, initiatedBy frame: FrameInfo) async

    /// `confirm(message)`. Left out: the answer is no.
    @MainActor
    func handleJavaScriptConfirm(message: String, initiatedBy frame: FrameInfo) async -> JavaScriptConfirmResult

    /// `prompt(message, defaultText)`. Left out: the answer is null.
    @MainActor
    func handleJavaScriptPrompt(
      message: String, defaultText: String?, initiatedBy frame: FrameInfo
    ) async -> JavaScriptPromptResult

    /// The user is to choose files. Left out: none is chosen.
    @MainActor
    func handleFileInputPrompt(
      parameters: WKOpenPanelParameters, initiatedBy frame: FrameInfo
    ) async -> FileInputPromptResult
  }
}

extension WebPage.DialogPresenting {
  /// Nothing is shown.
  @MainActor
  public func handleJavaScriptAlert(message: String, initiatedBy frame: WebPage.FrameInfo) async {}

  /// The answer is no.
  @MainActor
  public func handleJavaScriptConfirm(
    message: String, initiatedBy frame: WebPage.FrameInfo
  ) async -> WebPage.JavaScriptConfirmResult { .cancel }

  /// The answer is null.
  @MainActor
  public func handleJavaScriptPrompt(
    message: String, defaultText: String?, initiatedBy frame: WebPage.FrameInfo
  ) async -> WebPage.JavaScriptPromptResult { .cancel }

  /// No file is chosen.
  @MainActor
  public func handleFileInputPrompt(
    parameters: WKOpenPanelParameters, initiatedBy frame: WebPage.FrameInfo
  ) async -> WebPage.FileInputPromptResult { .cancel }
}

/// What a page does whose app gives it no presenter.
struct DefaultDialogs: WebPage.DialogPresenting {}

/// Lets a page's presenter answer scripts, and its configuration requests for devices.
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
