#if os(Linux)
import Causeway
import CausewayPrompts
import WebKit

/// Waits until a page has processed the input that the driver has sent through the display.
@MainActor final class InputSettling: NSObject, WKScriptMessageHandler {
  private let webView: WKWebView
  /// Whether the page has opened a dialog since ``begin()``. It stops the page until WebDriver answers the dialog.
  private(set) var hasDialog = false
  /// Whether the page has reported a press of a button since ``begin()``.
  private(set) var wasPressed = false
  /// The number of events that the page still has to report.
  private var missing = 0
  /// The current wait, which ends early if the page has opened a dialog.
  private var over: OneShot<Void>?
  /// The part of the current wait for the page's reports.
  private var reported: OneShot<Void>?

  private static let name = "causewayInput"
  /// The maximum time to wait. A page that is busy must not keep the driver from other commands.
  private static let timeout = Duration.seconds(30)
  /// The time after which an event that the page has not reported does not come any more.
  private static let silence = Duration.seconds(3)
  private static let nextTurn = "await new Promise((resolve) => setTimeout(resolve, 0))"
  private static let nextFrame = "await new Promise(requestAnimationFrame)"

  /// Starts to watch a page. Must be called before the page is loaded.
  init(_ webView: WKWebView) {
    self.webView = webView
    super.init()
    let (world, controller) = (WKContentWorld.world(name: Self.name), webView.configuration.userContentController)
    controller.add(self, contentWorld: world, name: Self.name)
    let script = PageScript(
      PackageResources.input_js, function: "inputReporter", arguments: [.string(Self.name)], takesRuntime: false)
    controller.addUserScript(
      WKUserScript(source: script.standalone, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
    webView.onAutomatedDialog = { [weak self] in
      self?.hasDialog = true
      self?.over?.settle(.success(()))
    }
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    if message.body as? String == "mousedown" { wasPressed = true }
    missing -= 1
    if missing <= 0 { reported?.settle(.success(())) }
  }

  /// Prepares for input, while no dialog is open.
  func begin() {
    (hasDialog, wasPressed) = (false, false)
    missing = 0
    webView.grabFocus()
  }

  /// Waits until the page has processed the input since ``begin()`` or the last wait.
  ///
  /// The page reports the events of keys and buttons. The engine may also drop an event, for example one for a control
  /// that has just been disabled, so the wait ends as well when the page answers calls but has reported nothing for a
  /// while.
  ///
  /// - Parameters:
  ///   - reports: the number of events of keys and buttons, which the page reports.
  ///   - frames: the number of other events of the pointer. The engine sends the next one to the page's process only
  ///     after the answer to the one before, which comes with the next frame.
  func wait(reports: Int, frames: Int) async {
    let (over, reported) = (OneShot<Void>(), OneShot<Void>())
    (self.over, self.reported) = (over, reported)
    missing += reports
    if hasDialog { over.settle(.success(())) }
    if missing <= 0 { reported.settle(.success(())) }
    let steps = [
      Task {
        try await reported.value()
        if frames > 0 {
          await webView.flushInput()
          // GTK adds a movement when the pointer enters the window.
          await call(times: frames + 3, Self.nextFrame)
        } else {
          // The page's own listeners run after the report.
          await call(times: 1, "")
        }
        // A page that the input opens is requested at the latest in the next turn of the page's event loop. Each call
        // ends after all earlier messages of the page's process, so the engine loads the page after three calls.
        for _ in 0..<3 where !webView.isLoading { await call(times: 1, Self.nextTurn) }
        over.settle(.success(()))
      },
      Task {
        var rest = missing + 1
        while missing > 0, missing < rest {
          rest = missing
          try await Task.sleep(for: Self.silence)
          // On a busy machine, the first event of a page waits for the first frames of the window and of the page.
          await webView.flushInput()
          await call(times: 4, Self.nextFrame)
        }
        reported.settle(.success(()))
      },
      Task {
        try await Task.sleep(for: Self.timeout)
        over.settle(.success(()))
      },
    ]
    // The value is never an error, because nobody cancels this task.
    try? await over.value()
    missing = 0
    for step in steps { step.cancel() }
  }

  /// Waits until no page is being loaded, or a dialog opens.
  ///
  /// - Returns: false if a page is still being loaded after the timeout.
  func waitForLoad(within timeout: Duration) async -> Bool {
    let over = OneShot<Void>()
    self.over = over
    if hasDialog { return true }
    let observation = webView.observe(\.isLoading) { webView, _ in
      if !webView.isLoading { over.settle(.success(())) }
    }
    defer { observation.invalidate() }
    if !webView.isLoading { return true }
    let alarm = Task {
      try await Task.sleep(for: timeout)
      over.settle(.success(()))
    }
    // The value is never an error, because nobody cancels this task.
    try? await over.value()
    alarm.cancel()
    return hasDialog || !webView.isLoading
  }

  /// Runs a script several times. Stops if the input has led to another page, because this page gets no more
  /// input.
  private func call(times: Int, _ script: String) async {
    for _ in 0..<times where !Task.isCancelled {
      guard (try? await webView.callAsyncJavaScript(script, contentWorld: .defaultClient)) != nil else { return }
    }
  }
}
#endif
