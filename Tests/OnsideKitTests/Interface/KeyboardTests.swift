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

/// The windows with a real keyboard: Tab reaches every control, the focus is visible, and typed text arrives.
final class KeyboardTests: XCTestCase {
  @MainActor private static var timers = HandTimers()

  @MainActor private func interface() throws -> WindowInterface {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    return WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
  }

  /// The color of the outline around the control that has the focus.
  private static let focus: UInt32 = 0x6F88F7

  /// Presses Tab until the focus returns to a control that it had before. Returns the visited controls: the text of
  /// each button, and `entry` for each field. Checks that each of them has an outline.
  @MainActor private func tour(_ window: Widget, title: String) async throws -> [String] {
    try Keyboard.take(title)
    try await eventually("the window has the keyboard") { gtk_window_is_active(window.cast(to: GtkWindow.self)) != 0 }
    // End the delay of one second in which a window that has just got the keyboard ignores its buttons.
    Self.timers.fire()
    var visited: [Widget] = []
    for _ in 0..<20 {
      let before = OnScreen.focus(in: window)
      try Keyboard.press("Tab")
      try await eventually("Tab moves the focus") { OnScreen.focus(in: window) != before }
      guard let focus = OnScreen.focus(in: window), !visited.contains(focus) else { break }
      visited.append(focus)
      let name = OnScreen.texts(in: focus).joined()
      // In a field, the inner text widget has the focus, and the outline is around the whole field.
      let control = OnScreen.isA(focus, gtk_text_get_type()) ? gtk_widget_get_parent(focus) ?? focus : focus
      // An outline of two pixels around the smallest button has more than 100 pixels.
      try await eventually("the focus of \(name) is visible") {
        OnScreen.pixels(of: Self.focus, around: control, in: window) > 100
      }
    }
    return visited.map { widget in
      OnScreen.isA(widget, gtk_text_get_type()) ? "entry" : OnScreen.texts(in: widget).joined()
    }
  }

  @MainActor private static func methods() -> OnsidePaymentMethodsScreen {
    OnsidePaymentMethodsScreen(
      theme: .light, requestingOrigin: "https://shop.example",
      load: { () async throws(OnsideServiceError) in
        [
          OnsidePaymentMethod(id: "visa", title: "Visa •••• 4242", isDefault: true),
          OnsidePaymentMethod(id: "paypal", title: "PayPal"),
        ]
      }, add: { (_, _) async throws(OnsideServiceError) in throw .notLoggedIn },
      use: { _ async throws(OnsideServiceError) in },
      remove: { _ async throws(OnsideServiceError) in })
  }

  @MainActor func testTabReachesEveryControlOfThePaymentSheetAndReturnPays() async throws {
    let interface = try interface()
    var sheet = Samples.sheet(Samples.subscription)
    sheet.paymentMethods = Self.methods()
    let answer = Task {
      do throws(OnsidePaymentTransactionError) {
        _ = try await interface.presentPayment(sheet)
        return true
      } catch {
        return false
      }
    }
    try await eventually("the sheet is painted") { interface.payment?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.payment)
    try await eventually("the sheet names the payment method") {
      OnScreen.texts(in: window.dialog.widget).contains("Visa •••• 4242")
    }
    let visited = try await tour(window.dialog.widget, title: "Onside payment")
    for control in ["Change", "Start free trial", "Cancel"] {
      XCTAssertTrue(visited.contains(control), "\(control) is not among \(visited)")
    }
    while OnScreen.focus(in: window.dialog.widget) != window.pay {
      let before = OnScreen.focus(in: window.dialog.widget)
      try Keyboard.press("Tab")
      try await eventually("Tab moves the focus") { OnScreen.focus(in: window.dialog.widget) != before }
    }
    try Keyboard.press("Return")
    let isPaid = try await within("the answer") { await answer.value }
    XCTAssertTrue(isPaid)
    interface.paymentDidEnd(sheet, .paid)
    window.leave()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testAWindowFollowsTheSystemsTheme() async throws {
    let interface = try interface()
    let login = Task { try? await interface.presentLogin(Samples.login(theme: .auto) { _ in }) }
    try await eventually("the login is painted") { interface.login?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.login).dialog.widget
    // The values of G_TYPE_BOOLEAN and G_TYPE_STRING, which are macros.
    let (boolean, string) = (GType(5 << 2), GType(16 << 2))
    @MainActor func set(_ property: String, _ type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
      var value = GValue()
      g_value_init(&value, type)
      fill(&value)
      g_object_set_property(
        UnsafeMutableRawPointer(gtk_settings_get_default()!).assumingMemoryBound(to: GObject.self), property, &value)
      g_value_unset(&value)
    }
    @MainActor func prefersDark(_ isDark: Bool) {
      set("gtk-application-prefer-dark-theme", boolean) { g_value_set_boolean($0, isDark ? 1 : 0) }
    }
    @MainActor func useTheme(_ name: String) { set("gtk-theme-name", string) { g_value_set_string($0, name) } }
    defer { prefersDark(false) }
    XCTAssertNotEqual(gtk_widget_has_css_class(window, "onside-light"), 0)
    prefersDark(true)
    XCTAssertNotEqual(gtk_widget_has_css_class(window, "onside-dark"), 0)
    XCTAssertEqual(gtk_widget_has_css_class(window, "onside-light"), 0)
    prefersDark(false)
    XCTAssertNotEqual(gtk_widget_has_css_class(window, "onside-light"), 0)
    XCTAssertEqual(gtk_widget_has_css_class(window, "onside-dark"), 0)
    // A dark theme whose name does not end with "-dark".
    let colors = gtk_css_provider_new()!
    cwk_css_provider_load(colors, "@define-color theme_fg_color #fff; @define-color theme_bg_color #222;")
    let display = gdk_display_get_default()
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(colors), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    defer {
      useTheme("Default")
      g_object_unref(colors)
    }
    useTheme("Night")
    XCTAssertNotEqual(gtk_widget_has_css_class(window, "onside-dark"), 0)
    gtk_style_context_remove_provider_for_display(display, OpaquePointer(colors))
    useTheme("Default")
    XCTAssertNotEqual(gtk_widget_has_css_class(window, "onside-light"), 0)
    login.cancel()
    _ = await login.value
  }

  @MainActor func testTabReachesEveryControlOfTheLogin() async throws {
    let interface = try interface()
    let login = Task { try? await interface.presentLogin(Samples.login { _ in }) }
    try await eventually("the login is painted") { interface.login?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.login)
    let visited = try await tour(window.dialog.widget, title: "Log in")
    for control in ["E-mail", "entry", "Continue", "Continue with Apple", "Continue with Google", "Cancel"] {
      XCTAssertTrue(visited.contains(control), "\(control) is not among \(visited)")
    }
    login.cancel()
    _ = await login.value
  }

  @MainActor func testTabReachesEveryControlOfTheCodeForm() async throws {
    let interface = try interface()
    var screen = Samples.login { _ in }
    screen.submit = { (credential) async throws(OnsideServiceError) in
      .code(
        OnsideLoginCode(
          id: "1", credential: credential, length: 6, lifetime: .seconds(600), resendDelay: .seconds(30)))
    }
    let login = Task { try? await interface.presentLogin(screen) }
    try await eventually("the login is painted") { interface.login?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.login)
    gtk_editable_set_text(window.form.email.opaque, "ada@example.com")
    OnScreen.press(window.form.proceed)
    try await eventually("the login asks for the code") { window.codeForm != nil }
    Self.timers.fire()
    let code = try XCTUnwrap(window.codeForm)
    try await eventually("another code can be sent") { OnScreen.isSensitive(code.resend) }
    let visited = try await tour(window.dialog.widget, title: "Log in")
    for control in ["entry", "Log in", "Send a new code", "Change the address", "Cancel"] {
      XCTAssertTrue(visited.contains(control), "\(control) is not among \(visited)")
    }
    login.cancel()
    _ = await login.value
  }

  @MainActor func testACardCanBeTypedWithTabBetweenTheFields() async throws {
    let interface = try interface()
    let end = Task { try? await interface.presentPaymentMethods(Self.methods()) }
    try await eventually("the window is painted") { interface.paymentMethods?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.paymentMethods)
    try await eventually("the list is shown") { window.rows.count == 2 }
    let visited = try await tour(window.dialog.widget, title: "Payment methods")
    for control in ["Use", "Remove", "Add a card", "Close"] {
      XCTAssertTrue(visited.contains(control), "\(control) is not among \(visited)")
    }
    OnScreen.press(window.panel.add)
    try await eventually("the fields of a card are there") { window.panel.cardFields != nil }
    let form = try XCTUnwrap(window.panel.cardFields)
    try Keyboard.type("4242424242424242")
    try await eventually("the number is in its groups") { form.number.text == "4242 4242 4242 4242" }
    try Keyboard.press("Tab")
    try Keyboard.type("0430")
    try await eventually("the date has its slash") { form.expiry.text == "04/30" }
    try Keyboard.press("Tab")
    try Keyboard.type("123")
    try await eventually("the security code has arrived") { form.securityCode.text == "123" }
    // The first Escape returns to the list, and the second Escape closes the window.
    try Keyboard.press("Escape")
    try await eventually("the list is shown again") { window.panel.cardFields == nil }
    try Keyboard.press("Escape")
    _ = try await within("the end") { await end.value }
  }
}
#endif
