#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// The login in a real window: typed text and pressed buttons.
final class LoginWindowTests: XCTestCase {
  @MainActor private static var timers = HandTimers()

  @MainActor private func interface() throws -> WindowInterface {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    return WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
  }

  /// Presents a login. The returned task has the value true if the login succeeds.
  @MainActor private func present(_ screen: OnsideLoginScreen, by interface: WindowInterface) -> Task<Bool, Never> {
    Task {
      do throws(OnsideLoginError) {
        try await interface.presentLogin(screen)
        return true
      } catch {
        return false
      }
    }
  }

  @MainActor private func window(by interface: WindowInterface) async throws -> LoginWindow {
    try await eventually("the login is painted") { interface.login?.dialog.isSeen == true }
    return try XCTUnwrap(interface.login)
  }

  @MainActor private func type(_ text: String, into field: Widget) {
    gtk_editable_set_text(field.opaque, text)
  }

  @MainActor private func text(of field: Widget) -> String { String(cString: gtk_editable_get_text(field.opaque)) }

  /// A store that records the submitted credentials.
  @MainActor private final class Store {
    var submitted: [OnsideCredential] = []
    var errors: [OnsideServiceError] = []

    func submit(_ credential: OnsideCredential) throws(OnsideServiceError) {
      submitted.append(credential)
      if !errors.isEmpty { throw errors.removeFirst() }
    }
  }

  /// Shows a login, runs `body` with its form, and returns the submitted credentials.
  @MainActor private func submitted(
    _ body: (LoginForm) async throws -> Void
  ) async throws -> [OnsideCredential] {
    let interface = try interface()
    let store = Store()
    let screen = Samples.login { credential async throws(OnsideServiceError) in try store.submit(credential) }
    let login = present(screen, by: interface)
    try await body(try await window(by: interface).form)
    g_main_context_wakeup(nil)
    let isLoggedIn = try await within("the login") { await login.value }
    XCTAssertTrue(isLoggedIn)
    XCTAssertNil(interface.login)
    return store.submitted
  }

  // MARK: Ways to log in

  @MainActor func testAnEmailAddressLogsIn() async throws {
    let submitted = try await submitted { form in
      type("ada@example.com", into: form.email)
      OnScreen.press(form.proceed)
    }
    XCTAssertEqual(submitted, [.email("ada@example.com")])
  }

  @MainActor func testReturnSubmits() async throws {
    let submitted = try await submitted { form in
      type("ada@example.com", into: form.email)
      OnScreen.emit("activate", from: form.email)
    }
    XCTAssertEqual(submitted, [.email("ada@example.com")])
  }

  @MainActor func testAPhoneNumberLogsInAndItsFieldBeginsWithTheCallingCode() async throws {
    let submitted = try await submitted { form in
      OnScreen.press(form.phoneTab)
      try await eventually("the phone field is shown") { gtk_widget_get_mapped(form.phone) != 0 }
      XCTAssertEqual(text(of: form.phone), "+49 ")
      type(text(of: form.phone) + "170 1234567", into: form.phone)
      OnScreen.press(form.proceed)
    }
    XCTAssertEqual(submitted, [.phone("+491701234567")])
  }

  @MainActor func testAnIdentityProviderLogsIn() async throws {
    for provider in OnsideIdentityProvider.allCases {
      let submitted = try await submitted { form in
        Self.timers.fire()
        OnScreen.press(try XCTUnwrap(form.federated[provider]))
      }
      XCTAssertEqual(submitted, [.federated(provider)])
    }
  }

  @MainActor func testAnIdentityProviderCannotBeChosenInTheFirstSecond() async throws {
    let submitted = try await submitted { form in
      XCTAssertEqual(Self.timers.delay, .seconds(1))
      for button in form.federated.values {
        XCTAssertFalse(OnScreen.isSensitive(button))
        OnScreen.press(button)
      }
      XCTAssertTrue(OnScreen.isSensitive(form.proceed))
      Self.timers.fire()
      for button in form.federated.values { XCTAssertTrue(OnScreen.isSensitive(button)) }
      OnScreen.press(try XCTUnwrap(form.federated[.google]))
    }
    XCTAssertEqual(submitted, [.federated(.google)])
  }

  @MainActor func testTheEndOfTheFirstSecondDoesNotEnableProvidersDuringALogin() async throws {
    let interface = try interface()
    let gate = Gate()
    let login = present(Samples.login { _ async throws(OnsideServiceError) in await gate.pass() }, by: interface)
    let form = try await window(by: interface).form
    type("ada@example.com", into: form.email)
    OnScreen.press(form.proceed)
    try await eventually("the credential is submitted") { gate.count == 1 }
    Self.timers.fire()
    for button in form.federated.values { XCTAssertFalse(OnScreen.isSensitive(button)) }
    gate.open()
    let isLoggedIn = try await within("the login") { await login.value }
    XCTAssertTrue(isLoggedIn)
  }

  @MainActor func testForcedLocalMethodsHideTheIdentityProviders() async throws {
    try GLibMainLoop.start()
    let form = { LoginForm(Samples.login(forcesLocalMethods: $0) { _ in }) }
    let all = form(false)
    XCTAssertTrue(OnScreen.texts(in: all.widget).contains("Continue with Apple"))
    XCTAssertTrue(OnScreen.texts(in: all.widget).contains("Continue with Google"))
    let local = form(true)
    XCTAssertFalse(OnScreen.texts(in: local.widget).contains { $0.hasPrefix("Continue with") })
    XCTAssertTrue(local.federated.isEmpty)
    for widget in [all.widget, local.widget] {
      g_object_ref_sink(widget)
      g_object_unref(widget)
    }
  }

  @MainActor func testTheLoginNamesARequestingPageButNotTheApp() async throws {
    for requestingOrigin in ["https://shop.example", nil] {
      let interface = try interface()
      let login = present(Samples.login(requestingOrigin: requestingOrigin) { _ in }, by: interface)
      let texts = OnScreen.texts(in: try await window(by: interface).dialog.widget)
      XCTAssertEqual(texts.contains("Requested by"), requestingOrigin != nil)
      XCTAssertEqual(texts.contains("https://shop.example"), requestingOrigin != nil)
      login.cancel()
      _ = await login.value
    }
  }

  // MARK: Errors

  @MainActor func testInvalidAddressesAndNumbersAreNotSubmitted() async throws {
    let submitted = try await submitted { form in
      @MainActor func says(_ beginning: String) -> Bool {
        OnScreen.texts(in: form.widget).contains { $0.hasPrefix(beginning) }
      }
      OnScreen.press(form.proceed)
      try await eventually("the mistake is shown") { says("Enter your e-mail address") }
      OnScreen.press(form.phoneTab)
      try await eventually("the mistake is hidden") { !says("Enter your e-mail address") }
      OnScreen.press(form.proceed)
      try await eventually("the mistake is shown") { says("Enter your telephone number") }
      OnScreen.press(form.emailTab)
      try await eventually("the mistake is hidden") { !says("Enter your telephone number") }
      type("ada@example.com", into: form.email)
      OnScreen.press(form.proceed)
    }
    XCTAssertEqual(submitted, [.email("ada@example.com")])
  }

  @MainActor func testAnErrorIsShownAndTheUserCanTryAgain() async throws {
    let interface = try interface()
    let store = Store()
    store.errors = [.connectionError]
    let login = present(
      Samples.login { credential async throws(OnsideServiceError) in try store.submit(credential) }, by: interface)
    let form = try await window(by: interface).form
    type("ada@example.com", into: form.email)
    OnScreen.press(form.proceed)
    try await eventually("the reason is shown") {
      OnScreen.texts(in: form.widget).contains(OnsideServiceError.connectionError.userMessage)
    }
    XCTAssertTrue(OnScreen.isSensitive(form.proceed))
    XCTAssertEqual(text(of: form.email), "ada@example.com")
    OnScreen.press(form.proceed)
    let isLoggedIn = try await within("the login") { await login.value }
    XCTAssertTrue(isLoggedIn)
    XCTAssertEqual(store.submitted.count, 2)
  }

  @MainActor func testOnlyCancelIsEnabledDuringALogin() async throws {
    let interface = try interface()
    let gate = Gate()
    let login = present(Samples.login { _ async throws(OnsideServiceError) in await gate.pass() }, by: interface)
    let form = try await window(by: interface).form
    type("ada@example.com", into: form.email)
    OnScreen.press(form.proceed)
    try await eventually("the credential is submitted") { gate.count == 1 }
    XCTAssertTrue(OnScreen.texts(in: form.widget).contains("One moment …"))
    for button in [form.proceed, form.email, form.phoneTab] + form.federated.values {
      XCTAssertFalse(OnScreen.isSensitive(button))
    }
    XCTAssertTrue(OnScreen.isSensitive(form.cancel))
    gate.open()
    let isLoggedIn = try await within("the login") { await login.value }
    XCTAssertTrue(isLoggedIn)
  }

  // MARK: Dismissal

  @MainActor func testADismissedLoginIsDiscarded() async throws {
    let ways: [(LoginWindow) -> Void] = [
      { OnScreen.press($0.form.cancel) }, { OnScreen.pressEscape(in: $0.dialog.widget) },
      { gtk_window_close(cwk_window($0.dialog.widget)) },
    ]
    for dismiss in ways {
      let interface = try interface()
      let before = OnScreen.windows
      let login = present(Samples.login { _ in XCTFail("A credential was submitted") }, by: interface)
      dismiss(try await window(by: interface))
      g_main_context_wakeup(nil)
      let isLoggedIn = try await within("the end") { await login.value }
      XCTAssertFalse(isLoggedIn)
      XCTAssertNil(interface.login)
      XCTAssertEqual(OnScreen.windows, before)
    }
  }

  @MainActor func testCancellingTheTaskClosesTheLogin() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let login = present(Samples.login { _ in }, by: interface)
    weak let window = try await window(by: interface)
    weak let dialog = window?.dialog
    login.cancel()
    let isLoggedIn = try await within("the end") { await login.value }
    XCTAssertFalse(isLoggedIn)
    XCTAssertEqual(OnScreen.windows, before)
    XCTAssertNil(window, "The window was not released")
    XCTAssertNil(dialog, "The dialog was not released")
  }

  @MainActor func testDismissingTheWindowCancelsALoginInProgress() async throws {
    let interface = try interface()
    var isUnderWay = false
    let login = present(
      Samples.login { _ async throws(OnsideServiceError) in
        isUnderWay = true
        do { try await Task.sleep(for: .seconds(3600)) } catch { throw .cancelled }
      }, by: interface)
    let window = try await window(by: interface)
    type("ada@example.com", into: window.form.email)
    OnScreen.press(window.form.proceed)
    try await eventually("the credential is submitted") { isUnderWay }
    OnScreen.press(window.form.cancel)
    try await eventually("the login closes") { gtk_widget_get_visible(window.dialog.widget) == 0 }
    let isLoggedIn = try await within("the end") { await login.value }
    XCTAssertFalse(isLoggedIn)
  }

  @MainActor func testALoginThatSucceedsAfterItsDismissalIsReportedAsSuccess() async throws {
    for isCancelled in [false, true] {
      let interface = try interface()
      let gate = Gate()
      let login = present(Samples.login { _ async throws(OnsideServiceError) in await gate.pass() }, by: interface)
      let window = try await window(by: interface)
      type("ada@example.com", into: window.form.email)
      OnScreen.press(window.form.proceed)
      try await eventually("the credential is submitted") { gate.count == 1 }
      if isCancelled { login.cancel() } else { OnScreen.press(window.form.cancel) }
      try await eventually("the login closes") { gtk_widget_get_visible(window.dialog.widget) == 0 }
      gate.open()
      let isLoggedIn = try await within("the end") { await login.value }
      XCTAssertTrue(isLoggedIn)
    }
  }

  @MainActor func testWithoutADisplayALoginIsDiscarded() async throws {
    let interface = WindowInterface(openDisplay: { throw NoDisplay() }, startTimer: HandTimers().start)
    let isLoggedIn = await present(Samples.login { _ in XCTFail("A credential was submitted") }, by: interface).value
    XCTAssertFalse(isLoggedIn)
  }
}
#endif
