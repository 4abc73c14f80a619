extension WebPage {
  /// Runs the body of an asynchronous function in a frame and gives what its promise was fulfilled with, nil for `undefined`.
  ///
  /// - Parameters:
  ///   - functionBody: the statements between the braces of the function.
  ///   - arguments: the function's arguments by their names: strings, numbers, `Bool`, `Date`, `NSNull`, and arrays and
  ///     dictionaries of these.
  ///   - frame: the frame; nil for the main frame.
  ///   - contentWorld: the content world; nil for the page's own.
  /// - Throws: ``WKError``; also when the page is left before.
  @discardableResult
  public func callJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: FrameInfo? = nil,
    contentWorld: WKContentWorld? = nil
  ) async throws -> sending Any? {
    // Safe: it was made of the engine's answer for this call, and nothing else has it.
    nonisolated(unsafe) let value = try await webView.callAsyncJavaScript(
      functionBody, arguments: arguments, in: frame?.wrapped, contentWorld: contentWorld ?? .page)
    return value
  }

  /// Kills the process that shows the page, as if it had crashed. Linux only, for tests of what an app does then.
  public func terminateWebProcess() {
    webView.terminateWebProcess()
  }

  /// A frame of a page, at the time when it did something.
  @MainActor
  public struct FrameInfo {
    let wrapped: WKFrameInfo

    init(_ frame: WKFrameInfo) {
      wrapped = frame
    }

    /// Whether it is the page's main frame.
    public var isMainFrame: Bool { wrapped.isMainFrame }
    /// The request of the frame's document: its URL.
    public var request: URLRequest { wrapped.request }
    /// The origin of the frame's document.
    public var securityOrigin: WKSecurityOrigin { wrapped.securityOrigin }
  }
}

extension WebViewWindow {
  /// A window with a page in it, which is shown at once.
  ///
  /// - Parameters:
  ///   - page: a page that is in no other window.
  ///   - width: of the page, in logical pixels; the user may change it.
  ///   - height: of the page, in logical pixels.
  public convenience init(_ page: WebPage, title: String, width: Int, height: Int) {
    self.init(page.webView, title: title, width: width, height: height)
  }
}
