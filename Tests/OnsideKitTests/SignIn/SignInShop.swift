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

/// An app with the SDK's windows, connected to a real sandbox store over HTTP.
@MainActor final class SignInShop {
  let store: SandboxStore
  let client: OnsideClient
  let service: NetworkService
  let interface: WindowInterface
  let timers = HandTimers()
  private let server: SandboxServer
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sign-in-\(UUID().uuidString)")

  static let app = "com.example.shop"

  init() throws {
    try GLibMainLoop.start()
    let catalog = Catalog(
      try StoreKitConfiguration(parsing: Data(PublishedShop.file.utf8), file: "shop.storekit"), preferredLanguages: [])
    store = try SandboxStore(
      SandboxOptions(catalog: catalog, folder: folder.appendingPathComponent("store"), apps: [Self.app]))
    server = SandboxServer(store)
    let address = try StoreAddress(server.start(), app: Self.app)
    service = NetworkService(address, folder: folder.appendingPathComponent("state"))
    interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: timers.start)
    client = OnsideClient(
      service: service, interface: interface,
      store: try TransactionStore(file: folder.appendingPathComponent("queue.sqlite")), log: { _ in })
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)  // Ignore errors, because the folder is temporary.
  }

  /// Stops the store. After that, no server listens at its address.
  func stopStore() async { await server.stop() }

  /// Closes the app's service and stops the store.
  func end() async {
    await service.close()
    await server.stop()
  }

  /// Shows the login. The returned task has the value true if the login succeeds.
  func logIn() -> Task<Bool, Never> {
    Task {
      do throws(OnsideLoginError) {
        try await client.requestLogin()
        return true
      } catch {
        return false
      }
    }
  }

  /// Waits until the login's window is painted, and returns the window.
  func window() async throws -> LoginWindow {
    try await eventually("the login is painted") { self.interface.login?.dialog.isSeen == true }
    return try XCTUnwrap(interface.login)
  }

  /// Presses "Continue with …", waits for the page, and returns its browser.
  func openBrowser(_ provider: OnsideIdentityProvider = .google) async throws -> SignInBrowser {
    let login = try await window()
    timers.fire()
    OnScreen.press(try XCTUnwrap(login.form.federated[provider]))
    try await eventually("the browser is there") { login.browser.window?.dialog.isSeen == true }
    let browser = SignInBrowser(try XCTUnwrap(login.browser.window))
    try await browser.wait(for: "document.readyState === 'complete' && !!document.querySelector('.quiet')")
    return browser
  }

  /// Waits until the login's window asks for an address again, and returns the window.
  func isBackAtTheLogin() async throws -> LoginWindow {
    try await eventually("the browser is gone") { self.interface.login?.browser.window == nil }
    let login = try await window()
    try await eventually("the login can be used") { OnScreen.isSensitive(login.form.proceed) }
    return login
  }
}

/// The error of a script whose value did not become true before the timeout.
struct NotShown: Error {
  let script: String
}

/// The browser's window. The test types and clicks in it as a user does.
@MainActor struct SignInBrowser {
  let window: BrowserWindow

  init(_ window: BrowserWindow) { self.window = window }

  private var title: String { window.dialog.widget.title }

  /// Waits until a script is true in the current page. The page may change during the wait.
  func wait(for script: String) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while await !isTrue(script) {
      guard ContinuousClock.now < end else { throw NotShown(script: script) }
      await Task.yield()
    }
  }

  private func isTrue(_ script: String) async -> Bool {
    do {
      let value = try await window.webView.callAsyncJavaScript(
        "return \(script)", arguments: [:], contentWorld: .page)
      return value as? Bool == true
    } catch {
      return false  // The page is being replaced, or does not have the element yet.
    }
  }

  /// Gives the window the keyboard focus.
  func takeKeyboard() async throws {
    try Keyboard.take(title)
    try await eventually("the window has the keyboard") {
      gtk_window_is_active(window.dialog.widget.cast(to: GtkWindow.self)) != 0
    }
  }

  /// Types into the field that has the focus, and presses Return.
  func signIn(as address: String) async throws {
    try await takeKeyboard()
    try await wait(for: "document.activeElement.id === 'email'")
    try Keyboard.type(address)
    try await wait(for: "document.activeElement.value === '\(address)'")
    try Keyboard.press("Return")
  }

  /// Clicks an element with the pointer.
  func click(_ selector: String) async throws {
    let script = """
      const box = document.querySelector(\"\(selector)\").getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2]
      """
    let found = try await window.webView.callAsyncJavaScript(script, arguments: [:], contentWorld: .page)
    let place = try XCTUnwrap(found as? [Double])
    try Pointer.click(at: place[0], place[1], of: window.webView.gtkWidget, in: window.dialog.widget)
  }

  /// Returns the visible text of the page.
  func text() async throws -> String {
    let text = try await window.webView.callAsyncJavaScript(
      "return document.body.innerText", arguments: [:], contentWorld: .page)
    return text as? String ?? ""
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// A window's title.
  fileprivate var title: String {
    gtk_window_get_title(cast(to: GtkWindow.self)).map { String(cString: $0) } ?? ""
  }
}
#endif
