#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Foundation
import GTKTestSupport
import OnsideSandbox
import OnsideTesting
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// "Continue with …" in real windows, with a real WebKit, a real keyboard and pointer, and a real store.
final class SignInWindowTests: XCTestCase {
  @MainActor private func end(of login: Task<Bool, Never>) async throws -> Bool {
    g_main_context_wakeup(nil)
    return try await within("the end of the login") { await login.value }
  }

  @MainActor func testAPersonSignsInOnTheProvidersPageAndIsLoggedIn() async throws {
    let shop = try SignInShop()
    let before = OnScreen.windows
    let login = shop.logIn()
    let browser = try await shop.openBrowser(.apple)
    let text = try await browser.text()
    XCTAssertTrue(text.contains("Sign in with Apple"), text)
    let address = shop.service.address.url.absoluteString
    XCTAssertEqual(OnScreen.texts(in: browser.window.dialog.widget).filter { $0.hasPrefix("http") }, [address])
    let window = try await shop.window()
    XCTAssertTrue(OnScreen.texts(in: window.form.widget).contains("Sign in with Apple in the other window."))
    try await browser.signIn(as: "ann@example.com")
    let isLoggedIn = try await end(of: login)
    XCTAssertTrue(isLoggedIn)
    let session = await shop.service.session()
    XCTAssertEqual(session?.name, "ann@example.com")
    XCTAssertEqual(OnScreen.windows, before)
    await shop.end()
  }

  @MainActor func testTwoUsersOfOneProviderHaveTwoAccounts() async throws {
    let shop = try SignInShop()
    var accounts: [String?] = []
    for address in ["ann@example.com", "bob@example.com"] {
      let login = shop.logIn()
      let browser = try await shop.openBrowser()
      if !accounts.isEmpty { try await browser.click("#email") }
      try await browser.signIn(as: address)
      let isLoggedIn = try await end(of: login)
      XCTAssertTrue(isLoggedIn)
      accounts.append(await shop.service.session()?.account)
      shop.client.logout()
    }
    // A user who has signed in before needs only one click.
    let login = shop.logIn()
    let browser = try await shop.openBrowser()
    try await browser.takeKeyboard()
    try await browser.click("button[value='ann@example.com']")
    let isLoggedIn = try await end(of: login)
    XCTAssertTrue(isLoggedIn)
    accounts.append(await shop.service.session()?.account)
    XCTAssertEqual(accounts[0], accounts[2])
    XCTAssertNotEqual(accounts[0], accounts[1])
    XCTAssertEqual(Set(accounts.compactMap(\.self)).count, 2)
    await shop.end()
  }

  @MainActor func testAnInvalidAddressShowsAnErrorOnThePageAndTheUserCanTryAgain() async throws {
    let shop = try SignInShop()
    let login = shop.logIn()
    let browser = try await shop.openBrowser()
    try await browser.signIn(as: "ann")
    try await browser.wait(for: "!!document.querySelector('#mistake')")
    let text = try await browser.text()
    XCTAssertTrue(text.contains("This is not an e-mail address."), text)
    try await browser.wait(for: "document.activeElement.id === 'email'")
    try Keyboard.press("ctrl+a")
    try await browser.signIn(as: "ann@example.com")
    let isLoggedIn = try await end(of: login)
    XCTAssertTrue(isLoggedIn)
    await shop.end()
  }

  @MainActor func testCancelAndClosingTheBrowserLeadBackToTheLogin() async throws {
    let shop = try SignInShop()
    let login = shop.logIn()
    let ways: [(String, (SignInBrowser) async throws -> Void)] = [
      ("Cancel", { try await $0.click(".quiet") }),
      (
        "Escape",
        {
          try await $0.takeKeyboard(); try Keyboard.press("Escape")
        }
      ),
      ("the title bar's button", { OnScreen.close($0.window.dialog.widget) }),
    ]
    for (name, leave) in ways {
      let browser = try await shop.openBrowser()
      try await browser.takeKeyboard()
      try await leave(browser)
      let window = try await shop.isBackAtTheLogin()
      XCTAssertFalse(OnScreen.texts(in: window.form.widget).contains { $0.hasPrefix("Sign in with") }, name)
    }
    let window = try await shop.window()
    OnScreen.press(window.form.cancel)
    let isLoggedIn = try await end(of: login)
    XCTAssertFalse(isLoggedIn)
    let session = await shop.service.session()
    XCTAssertNil(session)
    await shop.end()
  }

  @MainActor func testCancellingALoginClosesItsBrowser() async throws {
    let shop = try SignInShop()
    let before = OnScreen.windows
    let task = Task { try? await shop.interface.presentLogin(Self.screen(of: shop)) }
    weak let window = try await shop.openBrowser().window
    task.cancel()
    _ = try await within("the end") { await task.value }
    try await eventually("the windows are gone") { OnScreen.windows == before }
    try await eventually("the browser is released") { window == nil }
    await shop.end()
  }

  @MainActor private static func screen(of shop: SignInShop) -> OnsideLoginScreen {
    OnsideLoginScreen(
      theme: .light, requestingOrigin: nil, forcesLocalMethods: false, countryCode: nil,
      submit: { [service = shop.service] (credential) async throws(OnsideServiceError) in
        try await service.beginLogin(credential)
      },
      finish: { [service = shop.service] (proof) async throws(OnsideServiceError) in
        _ = try await service.logIn(proof)
      })
  }

  // MARK: The callback from the system

  @MainActor private func callback(_ shop: SignInShop, _ browser: SignInBrowser) async throws -> URL {
    let login = browser.window.login
    let callback = await SandboxInbox(shop.service.address).callback(of: login, as: "ann@example.com")
    return try XCTUnwrap(callback)
  }

  @MainActor func testACallbackWithWhichTheSystemOpensTheAppLogsInOnce() async throws {
    let shop = try SignInShop()
    Onside.install(shop.client)
    defer { Onside.install(nil) }
    let login = shop.logIn()
    let browser = try await shop.openBrowser()
    let callback = try await callback(shop, browser)
    XCTAssertTrue(Onside.handle(url: callback))
    XCTAssertFalse(Onside.handle(url: callback), "A callback is accepted only once")
    let isLoggedIn = try await end(of: login)
    XCTAssertTrue(isLoggedIn)
    XCTAssertFalse(Onside.handle(url: callback), "The login has ended")
    let session = await shop.service.session()
    XCTAssertEqual(session?.name, "ann@example.com")
    await shop.end()
  }

  @MainActor func testURLsThatAreNotTheLoginsCallbackHaveNoEffect() async throws {
    let shop = try SignInShop()
    Onside.install(shop.client)
    defer { Onside.install(nil) }
    let login = shop.logIn()
    let first = try await shop.openBrowser()
    let late = try await callback(shop, first)
    OnScreen.close(first.window.dialog.widget)
    _ = try await shop.isBackAtTheLogin()
    XCTAssertFalse(Onside.handle(url: late), "The login in the browser has ended")
    let browser = try await shop.openBrowser()
    let state = browser.window.login.state
    for text in [
      "https://example.com/onside-login?code=1&state=\(state)", "com.example.shop://orders?code=1&state=\(state)",
      "com.example.shops://onside-login?code=1&state=\(state)", "com.example.shop://onside-login?code=1&state=wrong",
      "com.example.shop://onside-login?code=1", "com.example.shop://onside-login",
    ] {
      XCTAssertFalse(Onside.handle(url: try XCTUnwrap(URL(string: text))), text)
    }
    XCTAssertFalse(Onside.handle(url: late))
    // A link in the page itself cannot end the login either.
    let link = "com.example.shop://onside-login?code=1&state=wrong"
    _ = try? await browser.window.webView.evaluateJavaScript("location.href = '\(link)'")
    try await browser.wait(for: "document.activeElement.id === 'email'")
    XCTAssertNotNil(shop.interface.login?.browser.window)
    let session = await shop.service.session()
    XCTAssertNil(session)
    let callback = try await callback(shop, browser)
    XCTAssertTrue(Onside.handle(url: callback))
    let isLoggedIn = try await end(of: login)
    XCTAssertTrue(isLoggedIn)
    await shop.end()
  }

  // MARK: Failures during the sign-in

  @MainActor func testAFailureToExchangeTheCodeIsShownInTheLogin() async throws {
    let shop = try SignInShop()
    await shop.store.run { $0.failures.set([Failure(.logIn, .unavailable, times: 1)]) }
    let login = shop.logIn()
    try await shop.openBrowser().signIn(as: "ann@example.com")
    let window = try await shop.isBackAtTheLogin()
    try await eventually("the reason is shown") {
      OnScreen.texts(in: window.form.widget).contains(OnsideServiceError.serviceUnavailable.userMessage)
    }
    try await shop.openBrowser().signIn(as: "ann@example.com")
    let isLoggedIn = try await end(of: login)
    XCTAssertTrue(isLoggedIn)
    await shop.end()
  }

  @MainActor func testAnUnreachableStoreIsReportedInTheBrowser() async throws {
    let shop = try SignInShop()
    let login = shop.logIn()
    let browser = try await shop.openBrowser()
    await shop.stopStore()
    try await browser.signIn(as: "ann@example.com")
    try await eventually("the message is shown") {
      OnScreen.texts(in: browser.window.dialog.widget)
        .contains("The sign-in page could not be reached. Check your connection and try again.")
    }
    XCTAssertEqual(gtk_widget_get_visible(browser.window.webView.gtkWidget), 0)
    // Count when the button is hidden, because the request can fail before the test looks at the window again.
    var openings = 0
    browser.window.retry.connect("hide") { [weak window = browser.window] in
      guard let window else { return }
      if OnScreen.texts(in: window.dialog.widget).contains("Opening the sign-in page …") { openings += 1 }
    }
    for attempt in 1...2 {
      OnScreen.press(browser.window.retry)
      try await eventually("the page is requested again") { openings == attempt }
      try await eventually("the message is shown again") { gtk_widget_get_visible(browser.window.retry) != 0 }
    }
    OnScreen.press(browser.window.back)
    let window = try await shop.isBackAtTheLogin()
    timersFire(shop)
    OnScreen.press(try XCTUnwrap(window.form.federated[.google]))
    try await eventually("the login shows a message too") {
      OnScreen.texts(in: window.form.widget).contains(OnsideServiceError.connectionError.userMessage)
    }
    login.cancel()
    OnScreen.press(window.form.cancel)
    let isLoggedIn = try await end(of: login)
    XCTAssertFalse(isLoggedIn)
    await shop.service.close()
  }

  @MainActor private func timersFire(_ shop: SignInShop) { shop.timers.fire() }

  // MARK: What the window shows

  func testTheOriginIsShownAsTheEngineWritesIt() async {
    let cases = [
      ("http://127.0.0.1:8080/sign-in/1?a=b", "http://127.0.0.1:8080"),
      ("https://ann:secret@login.example/x", "https://login.example"),
      ("https://login.example?x=https://bank.example/", "https://login.example"),
      ("https://[::1]:1/", "https://[::1]:1"),
    ]
    for (address, origin) in cases {
      let shown = await MainActor.run { BrowserWindow.origin(of: address) }
      XCTAssertEqual(shown, origin)
    }
  }
}
#endif
