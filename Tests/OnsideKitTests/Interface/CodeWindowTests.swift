#if os(Linux)
import CWebKitGTK
import CausewayGTK
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// The step of a login that asks for a code, in a real window.
final class CodeWindowTests: XCTestCase {
  @MainActor private static var timers = HandTimers()

  /// A store that accepts the digits unless the test has set an error, and records what was sent and entered.
  @MainActor private final class Store {
    var sent: [OnsideCredential] = []
    var entered: [String] = []
    var errors: [OnsideServiceError] = []
    var gate = Gate()

    init() { gate.open() }

    func send(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
      await gate.pass()
      if !errors.isEmpty { throw errors.removeFirst() }
      sent.append(credential)
      return .code(
        OnsideLoginCode(
          id: "\(sent.count)", credential: credential, length: 6, lifetime: .seconds(600), resendDelay: .seconds(30)))
    }

    func enter(_ proof: OnsideLoginProof) async throws(OnsideServiceError) {
      guard case .code(_, let digits) = proof else { return }
      entered.append(digits)
      await gate.pass()
      if !errors.isEmpty { throw errors.removeFirst() }
    }
  }

  @MainActor private struct Shown {
    let window: LoginWindow
    let store: Store
    let login: Task<Bool, Never>

    var code: CodeForm { get throws { try XCTUnwrap(window.codeForm) } }

    func type(_ text: String) throws { gtk_editable_set_text(try code.field.opaque, text) }

    func says(_ text: String) -> Bool { OnScreen.texts(in: window.dialog.widget).contains(text) }

    func isLoggedIn() async throws -> Bool {
      g_main_context_wakeup(nil)
      return try await within("the end of the login") { await login.value }
    }
  }

  /// Shows a login and continues to the form for the code.
  @MainActor private func show(by interface: WindowInterface? = nil) async throws -> Shown {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    let interface = interface ?? WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
    let store = Store()
    var screen = Samples.login { _ in }
    screen.submit = { (credential) async throws(OnsideServiceError) in try await store.send(credential) }
    screen.finish = { (proof) async throws(OnsideServiceError) in try await store.enter(proof) }
    let login = Task {
      do throws(OnsideLoginError) {
        try await interface.presentLogin(screen)
        return true
      } catch {
        return false
      }
    }
    try await eventually("the login is painted") { interface.login?.dialog.isSeen == true }
    let shown = Shown(window: try XCTUnwrap(interface.login), store: store, login: login)
    gtk_editable_set_text(shown.window.form.email.opaque, "ada@example.com")
    OnScreen.press(shown.window.form.proceed)
    try await eventually("the login asks for the code") { shown.window.codeForm != nil }
    return shown
  }

  @MainActor func testACompleteCodeLogsInWithoutAButtonPress() async throws {
    let shown = try await show()
    XCTAssertTrue(shown.says("Enter the 6-digit code that was sent to ada@example.com."))
    let focus = gtk_window_get_focus(cwk_window(shown.window.dialog.widget))
    XCTAssertTrue(gtk_widget_is_ancestor(focus, try shown.code.field) != 0, "The field has the focus")
    try shown.type("123 45")
    XCTAssertEqual(shown.store.entered, [])
    try shown.type("123 456")
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertTrue(isLoggedIn)
    XCTAssertEqual(shown.store.entered, ["123456"])
  }

  @MainActor func testAnIncompleteCodeShowsAMessageBesideTheField() async throws {
    let shown = try await show()
    try shown.type("12345")
    OnScreen.press(try shown.code.proceed)
    try await eventually("the message is shown") { shown.says("Enter all 6 digits of the code.") }
    XCTAssertEqual(shown.store.entered, [])
    try shown.type("12345x")
    try await eventually("the message is hidden") { !shown.says("Enter all 6 digits of the code.") }
    shown.login.cancel()
    _ = try await shown.isLoggedIn()
  }

  @MainActor func testAWrongCodeShowsAMessageAndTheUserCanTryAgain() async throws {
    let shown = try await show()
    shown.store.errors = [.loginCode(.wrong(attemptsLeft: 4))]
    try shown.type("111111")
    try await eventually("the message is shown") { shown.says("This code is wrong. You can try 4 more times.") }
    XCTAssertEqual(String(cString: gtk_editable_get_text(try shown.code.field.opaque)), "")
    try shown.type("123456")
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertTrue(isLoggedIn)
    XCTAssertEqual(shown.store.entered, ["111111", "123456"])
  }

  @MainActor func testDigitsThatTheStoreHasNotCheckedStayAndCanBeSentAgain() async throws {
    for error in [OnsideServiceError.connectionError, .serviceUnavailable] {
      let shown = try await show()
      shown.store.errors = [error]
      try shown.type("123456")
      try await eventually("the message is shown") { shown.says(error.userMessage) }
      XCTAssertEqual(String(cString: gtk_editable_get_text(try shown.code.field.opaque)), "123456")
      OnScreen.press(try shown.code.proceed)
      let isLoggedIn = try await shown.isLoggedIn()
      XCTAssertTrue(isLoggedIn)
      XCTAssertEqual(shown.store.entered, ["123456", "123456"])
    }
  }

  @MainActor func testReformattedDigitsAreNotSentAutomatically() async throws {
    let shown = try await show()
    shown.store.errors = [.connectionError, .connectionError]
    try shown.type("123 456")
    try await eventually("the digits are sent") { shown.store.entered.count == 1 }
    try await eventually("the message is shown") { shown.says(OnsideServiceError.connectionError.userMessage) }
    OnScreen.press(try shown.code.proceed)
    try await eventually("the digits are sent again") { shown.store.errors.isEmpty }
    try await eventually("the message is shown again") { shown.says(OnsideServiceError.connectionError.userMessage) }
    try shown.type("123456")
    // If the digits were sent, the login would succeed now, because no error is left.
    for _ in 0..<50 { await Task.yield() }
    XCTAssertEqual(shown.store.entered, ["123456", "123456"])
    shown.login.cancel()
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertFalse(isLoggedIn)
  }

  @MainActor func testAfterAnExpiredCodeANewOneCanBeRequestedAtOnce() async throws {
    let shown = try await show()
    shown.store.errors = [.loginCode(.expired)]
    XCTAssertFalse(OnScreen.isSensitive(try shown.code.resend))
    try shown.type("111111")
    try await eventually("the message is shown") { shown.says("This code is no longer valid. Ask for a new one.") }
    OnScreen.press(try shown.code.resend)
    try await eventually("another code is sent") {
      shown.store.sent.count == 2 && shown.window.codeForm?.code.id == "2"
    }
    try shown.type("123456")
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertTrue(isLoggedIn)
  }

  @MainActor func testANewCodeCanBeRequestedAfterTheResendDelay() async throws {
    let shown = try await show()
    XCTAssertEqual(Self.timers.delay, .seconds(30))
    XCTAssertFalse(OnScreen.isSensitive(try shown.code.resend))
    XCTAssertTrue(shown.says("You can ask for another code in 30 seconds."))
    Self.timers.fire()
    XCTAssertTrue(OnScreen.isSensitive(try shown.code.resend))
    shown.store.errors = [.loginCode(.tooMany(retryAfter: 600))]
    OnScreen.press(try shown.code.resend)
    try await eventually("the reason is shown") {
      shown.says("Too many codes were requested. Try again in 10 minutes.")
    }
    shown.login.cancel()
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertFalse(isLoggedIn)
  }

  @MainActor func testTheAddressCanBeChanged() async throws {
    let shown = try await show()
    OnScreen.press(try shown.code.back)
    try await eventually("the login asks for the address again") { shown.window.codeForm == nil }
    XCTAssertEqual(String(cString: gtk_editable_get_text(shown.window.form.email.opaque)), "ada@example.com")
    gtk_editable_set_text(shown.window.form.email.opaque, "grace@example.com")
    OnScreen.press(shown.window.form.proceed)
    try await eventually("the login asks for the code") { shown.window.codeForm?.code.id == "2" }
    XCTAssertTrue(shown.says("Enter the 6-digit code that was sent to grace@example.com."))
    try shown.type("123456")
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertTrue(isLoggedIn)
    XCTAssertEqual(shown.store.sent, [.email("ada@example.com"), .email("grace@example.com")])
  }

  @MainActor func testOnlyCancelIsEnabledDuringTheLogin() async throws {
    let shown = try await show()
    shown.store.gate = Gate()
    try shown.type("123456")
    try await eventually("the message is shown") { shown.says("Logging in …") }
    for part in [try shown.code.field, try shown.code.proceed, try shown.code.resend, try shown.code.back] {
      XCTAssertFalse(OnScreen.isSensitive(part))
    }
    XCTAssertTrue(OnScreen.isSensitive(try shown.code.cancel))
    shown.store.gate.open()
    let isLoggedIn = try await shown.isLoggedIn()
    XCTAssertTrue(isLoggedIn)
  }

  @MainActor func testDismissingTheLoginLeavesNoWindow() async throws {
    try GLibMainLoop.start()
    let before = OnScreen.windows
    let ways: [(Shown) throws -> Void] = [
      { OnScreen.press(try $0.code.cancel) }, { OnScreen.pressEscape(in: $0.window.dialog.widget) },
    ]
    for dismiss in ways {
      let shown = try await show()
      try dismiss(shown)
      let isLoggedIn = try await shown.isLoggedIn()
      XCTAssertFalse(isLoggedIn)
      XCTAssertEqual(OnScreen.windows, before)
    }
  }
}
#endif
