#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import CausewayPrompts
import Foundation
import GTKTestSupport
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

  /// Shows a prompt, calls `body` with its window, and returns the answer.
  @MainActor private func answer(
    _ prompt: Prompt, _ body: @MainActor (PromptWindow) throws -> Void
  ) async throws -> PromptAnswer {
    let prompter = try prompter()
    let task = Task { try await prompter.ask(prompt) }
    try await eventually("a window is painted") { prompter.window != nil && Self.timers.delay != nil }
    try body(try XCTUnwrap(prompter.window))
    let answer = try await within("an answer") { try await task.value }
    XCTAssertNil(prompter.window)
    return answer
  }

  // MARK: Answers

  @MainActor func testAPromptCannotBeApprovedBeforeTheApprovalDelayEnds() async throws {
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

  @MainActor func testTheApprovalDelayBeginsWhenTheWindowIsPainted() async throws {
    try GLibMainLoop.start()
    let timers = HandTimers()
    let window = PromptWindow(.payment, startTimer: timers.start)
    defer { window.close() }
    window.show(before: nil)
    XCTAssertNil(timers.delay)
    g_main_context_wakeup(nil)
    try await eventually("the window is painted") { timers.delay == .seconds(1) }
    XCTAssertFalse(OnScreen.isSensitive(window.approve))
    timers.fire()
    XCTAssertTrue(OnScreen.isSensitive(window.approve))
  }

  @MainActor func testAPromptCanBeDeclinedAtOnce() async throws {
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

  @MainActor func testATimerFiresOnlyWhileItIsRetained() async throws {
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
      XCTFail("The cancelled prompt was answered")
    } catch is CancellationError {}
    XCTAssertEqual(OnScreen.windows, before)
    XCTAssertNil(window, "The closed window was not released")
    XCTAssertNil(Self.timers.delay, "The timer of the closed window still runs")
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
    // The cancelled prompt on the screen closes, the cancelled prompt in the queue never opens, and the last prompt
    // opens.
    _ = try await appears("Number 2")
    tasks[2].cancel()
    tasks[1].cancel()
    let last = try await appears("Number 4")
    XCTAssertFalse(OnScreen.isSensitive(last.approve))
    try await eventually("the window is painted") { Self.timers.delay != nil }
    Self.timers.fire()
    OnScreen.press(last.approve)
    var answers: [PromptAnswer?] = []
    for task in tasks { answers.append(try? await task.value) }
    XCTAssertEqual(answers, [.declined, nil, nil, .approved(picture: nil)])
    XCTAssertEqual(OnScreen.windows, before)
  }

  // MARK: Many prompts

  @MainActor func testAtMostSixteenPromptsOfAPageWait() async throws {
    let prompter = try prompter()
    let flood = asked(.payment, times: 10_000, by: prompter)
    try await eventually("the refusal of prompts beyond the queue's limit") { flood.answers.count == 10_000 - 17 }
    XCTAssertEqual(Set(flood.answers), [.declined])
    let before = OnScreen.windows
    // A prompt of another page can still join the queue.
    var other = Prompt.payment
    other.requester = .init(origin: Origin(scheme: "https", host: "other.example"), isMainFrame: true)
    let last = asked(other, times: 1, by: prompter)
    var shown: [String] = []
    while last.answers.isEmpty {
      let window = try await next(of: prompter)
      XCTAssertEqual(OnScreen.windows, before)
      shown += OnScreen.texts(in: window.widget).filter { $0.hasPrefix("https://") && $0.hasSuffix(".example") }
      OnScreen.press(window.decline)
      try await eventually("the window is gone") { prompter.window !== window }
    }
    XCTAssertEqual(shown, Array(repeating: "https://shop.example", count: 17) + ["https://other.example"])
    XCTAssertEqual(flood.answers.count, 10_000)
  }

  @MainActor func testFromTheThirdPromptInARowAllCanBeDeclined() async throws {
    let prompter = try prompter()
    let many = asked(.payment, times: 8, by: prompter)
    for _ in 1...2 {
      let window = try await next(of: prompter)
      XCTAssertNil(window.declineAll)
      OnScreen.press(window.decline)
      try await eventually("the window is gone") { prompter.window !== window }
    }
    let other = asked(.signature, times: 1, by: prompter)
    await Task.yield()
    let third = try await next(of: prompter)
    let declineAll = try XCTUnwrap(third.declineAll)
    XCTAssertEqual(OnScreen.texts(in: declineAll), ["Decline all from this page"])
    OnScreen.press(declineAll)
    try await eventually("the refusal of all prompts of the page") { many.answers.count == 8 }
    XCTAssertEqual(Set(many.answers), [.declined])
    // The prompt of the other page is not declined. Its origin differs, so the count of refusals begins again.
    let last = try await next(of: prompter)
    XCTAssertTrue(OnScreen.texts(in: last.widget).contains("https://login.wallet.example:8443"))
    XCTAssertNil(last.declineAll)
    OnScreen.press(last.decline)
    try await eventually("the refusal of the other page's prompt") { other.answers == [.declined] }
    let again = asked(.payment, times: 1, by: prompter)
    OnScreen.press(try await next(of: prompter).decline)
    try await eventually("the refusal of the new prompt") { again.answers == [.declined] }
  }

  @MainActor func testCancelledPromptsLeaveTheQueue() async throws {
    let prompts = PromptQueue<Origin>()
    let first = OneShot<Void>()
    let holder = Task { try await prompts.inTurn(for: Prompt.shop.origin) { _ in try await first.value() } }
    await Task.yield()
    // A prompt can join the queue only if the cancelled prompts before it have left the queue.
    for _ in 0..<2_000 {
      let waiter = Task { try await prompts.inTurn(for: Prompt.shop.origin) { _ in XCTFail("Cancelled, but shown") } }
      await Task.yield()
      waiter.cancel()
      do {
        _ = try await waiter.value
        return XCTFail("The queue refused the prompt")
      } catch is CancellationError {}
    }
    let last = Task { try await prompts.inTurn(for: Prompt.shop.origin) { $0 } }
    await Task.yield()
    first.settle(.success(()))
    _ = try await holder.value
    let turn = try await within("its turn") { try await last.value }
    XCTAssertEqual(turn, 2)
  }

  @MainActor private final class Answers {
    var answers: [PromptAnswer] = []
  }

  /// Shows a prompt many times at once, and collects the answers.
  @MainActor private func asked(_ prompt: Prompt, times: Int, by prompter: WindowPrompter) -> Answers {
    let collected = Answers()
    for _ in 0..<times {
      Task { collected.answers.append(try await prompter.ask(prompt)) }
    }
    return collected
  }

  /// Waits for a window, and returns it.
  @MainActor private func next(of prompter: WindowPrompter) async throws -> PromptWindow {
    try await eventually("a window appears") { prompter.window != nil }
    return try XCTUnwrap(prompter.window)
  }

  @MainActor func testAPromptIsModalForTheWindowOfThePage() async throws {
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
