extension WebPage {
  /// Runs the body of an asynchronous function in a frame. Returns the value of its promise; nil for `undefined`.
  ///
  /// - Parameters:
  ///   - functionBody: the statements between the braces of the function.
  ///   - arguments: the function's arguments, by name: strings, numbers, `Bool`, `Date`, `NSNull`, and arrays and
  ///     dictionaries of these.
  ///   - frame: the frame; nil for the main frame.
  ///   - contentWorld: the content world; nil for the page's own.
  /// - Throws: ``WKError``, even if the page is left before the function ends.
  @discardableResult
  public func callJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: FrameInfo? = nil,
    contentWorld: WKContentWorld? = nil
  ) async throws -> sending Any? {
    // This is safe: the value was made from the engine's answer to this call, and no other code has it.
    nonisolated(unsafe) let value = try await webView.callAsyncJavaScript(
      functionBody, arguments: arguments, in: frame?.wrapped, contentWorld: contentWorld ?? .page)
    return value
  }

  /// Kills the process that shows the page, as if it had crashed. Linux only, for an app's tests of that case.
  public func terminateWebProcess() {
    webView.terminateWebProcess()
  }

  /// A frame of a page, at the time of an action or a dialog.
  @MainActor
  public struct FrameInfo {
    let wrapped: WKFrameInfo

    init(_ frame: WKFrameInfo) {
      wrapped = frame
    }

    /// Whether the frame is the page's main frame.
    public var isMainFrame: Bool { wrapped.isMainFrame }
    /// A request with the URL of the frame's document.
    public var request: URLRequest { wrapped.request }
    /// The origin of the frame's document.
    public var securityOrigin: WKSecurityOrigin { wrapped.securityOrigin }
  }
}

extension WebViewWindow {
  /// Creates a window with a page in it, and shows the window at once.
  ///
  /// - Parameters:
  ///   - page: a page that is in no other window.
  ///   - width: the page's width in logical pixels; the user may change it.
  ///   - height: the page's height in logical pixels.
  public convenience init(_ page: WebPage, title: String, width: Int, height: Int) {
    self.init(page.webView, title: title, width: width, height: height)
  }
}
