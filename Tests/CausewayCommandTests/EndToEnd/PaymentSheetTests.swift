#if os(Linux)
import ProgramTestSupport
import CWebKitGTK
import CausewayGTK
import Foundation
import GTKTestSupport
import OnsideKit
import WebKit
import WebTestSupport
import XCTest

/// A purchase as in an app: the reader logs in and pays in the SDK's own windows, with their real buttons.
@MainActor final class PaymentSheetTests: XCTestCase {
  func testAPaymentInTheSheetOpensAnArticleAndARefundLocksIt() async throws {
    let newsstand = try await Newsstand()
    let reader = try await Reader(of: newsstand)
    try await reader.run("buy(product)")
    try await reader.logIn("ada@example.com")

    let sheet = try await reader.window("Onside payment")
    let texts = OnScreen.texts(in: sheet)
    XCTAssertTrue(texts.contains("The archive"), "\(texts)")
    XCTAssertTrue(texts.contains(newsstand.origin), "\(texts)")
    var orders = try await newsstand.orders()
    XCTAssertEqual(orders, [], "There is an order before the reader has paid")
    try await reader.press("Pay", in: "Onside payment")
    let seen = try await reader.run(
      "await until(() => stand(product) === 'open' && !control('check').hasAttribute('aria-busy'));"
        + "return [state(), String(isReadable(product)), stations()];")
    XCTAssertEqual(seen, ["bought", "true", "done done done done done done"])

    orders = try await newsstand.orders()
    XCTAssertEqual(orders.count, 1)
    for order in orders { try await newsstand.refund(order) }
    let refunded = try await reader.run(
      "while (stand(product) === 'open') await checkAgain(); return [state(), String(isReadable(product))];")
    XCTAssertEqual(refunded, ["refunded", "false"])
    _ = try await newsstand.close()
  }

  func testACancelledSheetMakesNoOrderAndOpensNoArticle() async throws {
    let newsstand = try await Newsstand()
    let reader = try await Reader(of: newsstand)
    try await reader.run("buy(product)")
    try await reader.logIn("ada@example.com")
    try await reader.press("Cancel", in: "Onside payment")
    try await eventually("the end of the payment sheet") { OnScreen.window(titled: "Onside payment") == nil }
    let seen = try await reader.run("await until(() => station('sdk') === 'refused'); return [stand(product)];")
    XCTAssertEqual(seen, ["locked"])
    let orders = try await newsstand.orders()
    XCTAssertEqual(orders, [])
    _ = try await newsstand.close()
  }
}

/// A reader who uses the newsstand's page in an app with windows on a screen.
@MainActor private final class Reader {
  private let browser = Browser()
  private let client: OnsideClient
  private let newsstand: Newsstand
  private let help: String

  /// Opens the page of the newsstand.
  init(of newsstand: Newsstand) async throws {
    self.newsstand = newsstand
    try GLibMainLoop.start()
    let address = try StoreAddress(newsstand.store, app: Newsstand.app)
    let state = URL(fileURLWithPath: newsstand.folder.path("state"))
    client = try OnsideClient(OnsideConfiguration(store: .network(address), stateFolder: state))
    help = try Newsstand.help() + "const product = \"\(Newsstand.archive)\";\n"
    OnsideJS.configure(browser.webView, delegate: OnsidePagesDelegate(client))
    try await browser.load(newsstand.backend.absoluteString)
    try await run("await opened()")
  }

  /// Runs the body of a function in the page, after the definitions of `newsstand.js`.
  @discardableResult func run(_ body: String) async throws -> [String]? {
    try await within("the script in the page") { [browser, help] in try await browser.run(help + body) as? [String] }
  }

  /// Waits until a window with this title is on the screen, and returns it.
  func window(_ title: String) async throws -> Widget {
    try await eventually("the window \"\(title)\"") { OnScreen.window(titled: title) != nil }
    return try XCTUnwrap(OnScreen.window(titled: title))
  }

  /// Presses a button of a window. Waits until both exist and the button is enabled.
  func press(_ button: String, in title: String) async throws {
    let window = try await window(title)
    try await eventually("the button \"\(button)\"") { OnScreen.button(button, in: window) != nil }
    OnScreen.press(try XCTUnwrap(OnScreen.button(button, in: window)))
  }

  /// Logs in with an e-mail address and the code in the store's inbox.
  func logIn(_ address: String) async throws {
    let login = try await window("Log in")
    let field = OnScreen.all(in: login).first { OnScreen.isA($0, gtk_entry_get_type()) }
    gtk_editable_set_text(try XCTUnwrap(field).opaque, address)
    try await press("Continue", in: "Log in")
    try await eventually("the question for the code") { OnScreen.texts(in: login).contains("Enter your code") }
    let entry = OnScreen.all(in: login).first { OnScreen.isA($0, gtk_entry_get_type()) }
    gtk_editable_set_text(try XCTUnwrap(entry).opaque, try await newsstand.code(sentTo: address))
  }
}
#endif
