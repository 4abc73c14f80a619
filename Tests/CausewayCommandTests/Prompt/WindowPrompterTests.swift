#if os(Linux)
import CWebKitGTK
import Causeway
import Foundation
import WebKit
import WebTestSupport
import XCTest

@testable import CausewayCommand

/// Prompts in real windows, answered with their real buttons.
final class WindowPrompterTests: XCTestCase {
  @MainActor private static var timers = HandTimers()

  @MainActor private func prompter() throws -> WindowPrompter {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    return WindowPrompter(startTimer: Self.timers.start)
  }

  /// Puts a prompt, does something with its window, and gives the answer.
  @MainActor private func answer(
    _ prompt: Prompt, _ body: @MainActor (PromptWindow) throws -> Void
  ) async throws -> PromptAnswer {
    let prompter = try prompter()
    let task = Task { try await prompter.ask(prompt) }
    try await eventually("a window appears") { prompter.window.map { gtk_widget_get_mapped($0.widget) != 0 } == true }
    try body(try XCTUnwrap(prompter.window))
    let answer = try await within("an answer") { try await task.value }
    XCTAssertNil(prompter.window)
    return answer
  }

  // MARK: Answers

  @MainActor func testItCannotBeApprovedBeforeItsTimeHasPassed() async throws {
    let answer = try await answer(.payment) { window in
      XCTAssertFalse(OnScreen.isSensitive(window.approve))
      XCTAssertEqual(Self.timers.delay, .seconds(1))
      OnScreen.press(window.approve)
      Self.timers.fire()
      XCTAssertTrue(OnScreen.isSensitive(window.approve))
      OnScreen.press(window.approve)
    }
    XCTAssertEqual(answer, .approved(picture: nil))
  }

  @MainActor func testDeclineNeedsNoTime() async throws {
    let answer = try await answer(.payment) { OnScreen.press($0.decline) }
    XCTAssertEqual(answer, .declined)
  }

  @MainActor func testClosingTheWindowDeclines() async throws {
    let answer = try await answer(.payment) {
      Self.timers.fire()
      gtk_window_close(cwk_window($0.widget))
      g_main_context_wakeup(nil)
    }
    XCTAssertEqual(answer, .declined)
  }

  @MainActor func testEscapeDeclines() async throws {
    let answer = try await answer(.payment) { OnScreen.pressEscape(in: $0.widget) }
    XCTAssertEqual(answer, .declined)
  }

  @MainActor func testApproveIsNeitherTheDefaultNorInFocus() async throws {
    _ = try await answer(.payment) {
      Self.timers.fire()
      let window = cwk_window($0.widget)
      XCTAssertNil(gtk_window_get_default_widget(window))
      XCTAssertEqual(gtk_window_get_focus(window), $0.decline)
      OnScreen.press($0.decline)
    }
  }

  @MainActor func testTheTimerPassesByItselfAndOnlyWhileItIsKept() async throws {
    try GLibMainLoop.start()
    var fired: [String] = []
    var dropped: GLibTimer? = GLibTimer(.milliseconds(1)) { fired.append("dropped") }
    withExtendedLifetime(dropped) {}
    dropped = nil
    let kept = GLibTimer(.milliseconds(2)) { fired.append("kept") }
    g_main_context_wakeup(nil)
    try await eventually("the timer fires") { !fired.isEmpty }
    XCTAssertEqual(fired, ["kept"])
    withExtendedLifetime(kept) {}
  }

  // MARK: Withdrawal and order

  @MainActor func testCancellingTheTaskWithdrawsTheWindow() async throws {
    let prompter = try prompter()
    let before = OnScreen.windows
    let task = Task { try await prompter.ask(.payment) }
    try await eventually("a window appears") { prompter.window != nil }
    weak let window = prompter.window
    XCTAssertEqual(OnScreen.windows, before + 1)
    task.cancel()
    do {
      _ = try await within("the end") { try await task.value }
      XCTFail("It was answered")
    } catch is CancellationError {}
    XCTAssertEqual(OnScreen.windows, before)
    XCTAssertNil(window, "Something keeps it")
    XCTAssertNil(Self.timers.delay, "Its timer goes on")
  }

  @MainActor func testOneWindowAtATimeInTheOrderOfThePrompts() async throws {
    let prompter = try prompter()
    let before = OnScreen.windows
    var tasks: [Task<PromptAnswer, any Error>] = []
    for number in 1...4 {
      var prompt = Prompt.payment
      prompt.headline = "Number \(number)"
      tasks.append(Task { [prompt] in try await prompter.ask(prompt) })
      await Task.yield()
    }
    func appears(_ headline: String) async throws -> PromptWindow {
      try await eventually("\(headline) appears") {
        prompter.window.map { OnScreen.texts(in: $0.widget).contains(headline) } == true
      }
      XCTAssertEqual(OnScreen.windows, before + 1)
      return try XCTUnwrap(prompter.window)
    }
    OnScreen.press(try await appears("Number 1").decline)
    // One that is there goes, one that waits never comes, and the last has its turn.
    _ = try await appears("Number 2")
    tasks[2].cancel()
    tasks[1].cancel()
    let last = try await appears("Number 4")
    XCTAssertFalse(OnScreen.isSensitive(last.approve))
    Self.timers.fire()
    OnScreen.press(last.approve)
    var answers: [PromptAnswer?] = []
    for task in tasks { answers.append(try? await task.value) }
    XCTAssertEqual(answers, [.declined, nil, nil, .approved(picture: nil)])
    XCTAssertEqual(OnScreen.windows, before)
  }

  @MainActor func testItStandsBeforeTheWindowOfThePage() async throws {
    try GLibMainLoop.start()
    let page = WebViewWindow(WKWebView(frame: .zero), title: "A page", width: 300, height: 200)
    _ = try await answer(.payment) {
      let parent = try XCTUnwrap(gtk_window_get_transient_for(cwk_window($0.widget)))
      XCTAssertEqual(gtk_window_get_title(parent).map { String(cString: $0) }, "A page")
      XCTAssertEqual(gtk_window_get_modal(cwk_window($0.widget)), 1)
      OnScreen.press($0.decline)
    }
    withExtendedLifetime(page) {}
  }
}
#endif
