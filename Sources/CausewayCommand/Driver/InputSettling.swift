#if os(Linux)
import CausewayPrompts
import WebKit

/// Waits until a page has processed the input that the driver has sent through the display.
@MainActor final class InputSettling {
  private let webView: WKWebView
  /// Whether the page has opened a dialog since ``begin()``. It stops the page until WebDriver answers the dialog.
  private var hasDialog = false
  private var over: OneShot<Void>?

  /// The maximum time to wait. A page that is busy must not keep the driver from other commands.
  private static let timeout = Duration.seconds(5)

  init(_ webView: WKWebView) {
    self.webView = webView
    webView.onAutomatedDialog = { [weak self] in
      self?.hasDialog = true
      self?.over?.settle(.success(()))
    }
  }

  /// Begins to watch for dialogs, while none is open.
  func begin() {
    hasDialog = false
    webView.grabFocus()
  }

  /// Waits until the page has processed the input.
  ///
  /// The engine sends the next event of a key or of the pointer to the page's process only after that process has answered
  /// the event before. The calls of this method are answered in the same order, so there is one call for each event. The
  /// engine answers an event of the pointer with the next frame, and GTK adds a movement when the pointer enters.
  ///
  /// - Parameters:
  ///   - keys: the number of events of keys.
  ///   - pointer: the number of events of the pointer.
  func wait(keys: Int, pointer: Int) async {
    let over = OneShot<Void>()
    self.over = over
    if hasDialog { over.settle(.success(())) }
    let work = Task { [webView] in
      do {
        await webView.flushInput()
        for _ in 0..<keys { try await Self.call("", in: webView) }
        for _ in 0..<(pointer > 0 ? pointer + 2 : 1) { try await Self.call(Self.nextFrame, in: webView) }
      } catch {
        // The input has led to another page, so this one gets no more of it.
      }
      over.settle(.success(()))
    }
    let alarm = Task {
      try await Task.sleep(for: Self.timeout)
      over.settle(.success(()))
    }
    // The value is never an error, because nobody cancels this task.
    try? await over.value()
    work.cancel()
    alarm.cancel()
  }

  /// A page that is not drawn has no frames, so the wait is limited.
  private static let nextFrame = "await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); })"

  private static func call(_ script: String, in webView: WKWebView) async throws {
    try Task.checkCancellation()
    _ = try await webView.callAsyncJavaScript(script, contentWorld: .defaultClient)
  }
}
#endif
