import WebKit

/// New windows, and the JavaScript panels, which ask their questions in the terminal that started the program.
extension Browser: WKUIDelegate {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    note("window", navigationAction.request.url?.absoluteString ?? "", at: "createWebViewWith")
    return app.show(Browser(app, configuration)).webView
  }

  func webViewDidClose(_ webView: WKWebView) {
    app.close(self)
  }

  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async {
    note("alert", message, at: "runJavaScriptAlertPanel")
  }

  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async -> Bool {
    let answer = await ask("\(message) [y/N]") == "y"
    note("confirm", "\(message) \(answer ? "Yes" : "No")", at: "runJavaScriptConfirmPanel")
    return answer
  }

  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String? {
    let answer = await ask(prompt)
    note("prompt", "\(prompt) \(answer ?? "(no answer)")", at: "runJavaScriptTextInputPanel")
    return answer
  }

  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
  ) async -> [URL]? {
    guard let path = await ask("Path of a file:"), !path.isEmpty else { return nil }
    note("file", path, at: "runOpenPanel")
    return [URL(fileURLWithPath: path)]
  }

  /// Asks a question in the terminal, on another thread, so that the pages continue. Returns nil at the end of the
  /// input.
  private func ask(_ question: String) async -> String? {
    print(question)
    return await Task.detached { readLine() }.value
  }
}
