#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import CausewayCommand

/// A prompt and another window that take the keyboard focus from each other.
final class PromptKeyboardTests: XCTestCase {
  @MainActor func testTheApprovalDelayRestartsWhenTheWindowIsActiveAgain() async throws {
    try GLibMainLoop.start()
    let timers = HandTimers()
    let prompt = PromptWindow(.payment, startTimer: timers.start)
    defer { prompt.close() }
    prompt.show(before: nil)
    try await eventually("the first frame of the prompt") { timers.delay != nil }
    let other = cwk_window(gtk_window_new())
    defer { gtk_window_destroy(other) }
    gtk_window_set_title(other, "Another window")
    gtk_window_present(other)
    g_main_context_wakeup(nil)
    try await activate(other)
    timers.fire()
    XCTAssertTrue(OnScreen.isSensitive(prompt.approve))
    try await activate(cwk_window(prompt.widget))
    XCTAssertFalse(OnScreen.isSensitive(prompt.approve))
    timers.fire()
    XCTAssertTrue(OnScreen.isSensitive(prompt.approve))
  }

  @MainActor private func activate(_ window: UnsafeMutablePointer<GtkWindow>) async throws {
    try Keyboard.take(String(cString: gtk_window_get_title(window)))
    try await eventually("the keyboard focus of the window") { gtk_window_is_active(window) != 0 }
  }
}
#endif
