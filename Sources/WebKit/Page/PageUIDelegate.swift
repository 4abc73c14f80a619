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

/// The presenter of a page whose app provides no presenter. Uses the default implementations of the protocol.
struct DefaultDialogs: WebPage.DialogPresenting {}
