extension WebPage {
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

  /// A type that presents the dialogs that scripts of a page request. Every method is optional. The page's script waits
  /// for the answer.
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
