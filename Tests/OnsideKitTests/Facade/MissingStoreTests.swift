import Foundation
import OnsideKit
import OnsideTesting
import WebTestSupport
import XCTest

/// Tests that `Onside.initialize` needs no key of Causeway in the Info.plist, and never stops the program.
@MainActor final class MissingStoreTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
  private let lines = LogLines()

  override func setUp() async throws {
    let lines = lines
    Onside.log = { lines.append($0) }
  }

  override func tearDown() async throws {
    Onside.install(nil)
    Onside.log = OnsideClient.writeToSystemLog
    try? FileManager.default.removeItem(at: folder)  // Ignore errors, because the folder is temporary.
  }

  /// Creates a bundle with an Info.plist of these entries.
  private func bundle(_ entries: [String: String] = [:]) throws -> Bundle {
    let contents = folder.appendingPathComponent("App.app/Contents", isDirectory: true)
    try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
    let entries = entries.merging(["CFBundleIdentifier": "com.example.shop"]) { given, _ in given }
    let list = try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0)
    try list.write(to: contents.appendingPathComponent("Info.plist"))
    return try XCTUnwrap(Bundle(url: contents.deletingLastPathComponent()))
  }

  private let product = OnsideProduct(
    productIdentifier: "coins", localizedTitle: "Coins", localizedDescription: "Coins",
    price: OnsidePrice(value: 1, currencyCode: "EUR"))

  func testWithoutAnAddressEveryRequestFailsWithAppNotRegisteredAndTheLogSaysSoOnce() async throws {
    Onside.initialize(in: try bundle())
    XCTAssertTrue(Onside.initializationError is OnsideStoreMissing)
    await assertEveryRequestFails(.appNotRegistered, .appNotRegistered, .appNotRegistered)
    Onside.track(.purchaseCompleted)
    Onside.logout()
    XCTAssertEqual(
      lines.all,
      [
        """
        the app's Info.plist has no OnsideStoreURL; add it, or pass a storeKitConfigurationName to \
        Onside.initialize. Until this is fixed, requests fail with appNotRegistered, and no screen is shown.
        """
      ])
  }

  func testWithAnInsecureAddressEveryRequestFailsAndTheLogSaysWhy() async throws {
    Onside.initialize(in: try bundle(["OnsideStoreURL": "http://store.example"]))
    XCTAssertEqual(Onside.initializationError as? StoreAddress.Mistake, .notSecure("http://store.example"))
    await assertEveryRequestFails(.appNotRegistered, .appNotRegistered, .appNotRegistered)
    XCTAssertEqual(lines.all.count, 1)
    XCTAssertTrue(lines.all[0].contains("http://store.example is not secure"), lines.all[0])
  }

  func testWithAMissingConfigurationFileEveryRequestFailsWithInternalError() async throws {
    Onside.initialize(storeKitConfigurationName: "NoSuchShop")
    XCTAssertTrue(Onside.initializationError is CatalogError, "\(String(describing: Onside.initializationError))")
    await assertEveryRequestFails(.internalError, .internalError, .internalError)
    XCTAssertEqual(lines.all.count, 1)
    XCTAssertTrue(lines.all[0].contains("NoSuchShop.storekit"), lines.all[0])
  }

  /// Checks that nothing can be bought, and that each request fails with the given error.
  private func assertEveryRequestFails(
    _ products: OnsideProductsRequestError, _ history: OnsideSignedInAppsHistoryRequestError,
    _ attribution: OnsideAttributionMetadataError, line: UInt = #line
  ) async {
    do {
      _ = try await Onside.products(["coins"])
      XCTFail("there are products", line: line)
    } catch { XCTAssertEqual(error, products, line: line) }
    XCTAssertThrowsError(try Onside.makeSignedInAppsHistoryRequest().get(), line: line) {
      XCTAssertEqual($0 as? OnsideSignedInAppsHistoryRequestError, history, line: line)
    }
    do {
      _ = try await Onside.signedInAppsHistory()
      XCTFail("there is a history", line: line)
    } catch { XCTAssertEqual(error, history, line: line) }
    do {
      _ = try await Onside.attributionMetadata()
      XCTFail("there is an attribution", line: line)
    } catch { XCTAssertEqual(error, attribution, line: line) }
    do {
      try await Onside.logIn()
      XCTFail("a user is logged in", line: line)
    } catch { XCTAssertEqual(error, .loginDiscarded, line: line) }
    do {
      try await Onside.managePaymentMethods()
      XCTFail("there are payment methods", line: line)
    } catch { XCTAssertEqual(error, .loginDiscarded, line: line) }
    do {
      try await Onside.defaultPaymentQueue().enqueue(OnsidePayment(product: product))
      XCTFail("a payment is in the queue", line: line)
    } catch { XCTAssertEqual(error, .loginDiscarded, line: line) }
    do {
      try await Onside.defaultPaymentQueue().requestRestore()
      XCTFail("a restore is in progress", line: line)
    } catch { XCTAssertEqual(error, .loginDiscarded, line: line) }
    XCTAssertTrue(Onside.defaultPaymentQueue().transactions.isEmpty, line: line)
    XCTAssertNil(Onside.defaultPaymentQueue().storefront, line: line)
  }

  func testPagesGetTheSameErrors() async throws {
    Onside.initialize(in: try bundle())
    let browser = Browser()
    OnsideJS.configureOnsideForWebView(browser.webView)
    try await browser.open("<body>")
    let told = try await browser.text(
      """
      await onside.initializeOnside("v1");
      const calls = [
        onside.loadProducts({ productIdentifiers: ["coins"] }), onside.getSignedInAppsHistory(),
        onside.getAttributionMetadata(), onside.requestLogin(), onside.restoreCompletedTransactions(),
        onside.presentPaymentMethodsManager(),
      ];
      return (await Promise.all(calls.map((call) => call.catch((error) => Object.keys(error))))).join();
      """)
    XCTAssertEqual(
      told, "appNotRegistered,appNotRegistered,appNotRegistered,loginDiscarded,loginDiscarded,loginDiscarded")
  }

  func testUseWithoutInitializeDoesNotStopTheAppAndIsLogged() async throws {
    XCTAssertTrue(Onside.defaultPaymentQueue().transactions.isEmpty)
    XCTAssertTrue(Onside.defaultPaymentQueue() === Onside.defaultPaymentQueue())
    XCTAssertEqual(lines.all.count, 2, "\(lines.all)")
    XCTAssertTrue(lines.all[0].contains("Onside was used before Onside.initialize()"), lines.all[0])
  }

  func testASecondCallHasNoEffectAndTheLogSaysSo() async throws {
    Onside.initialize(in: try bundle())
    let queue = Onside.defaultPaymentQueue()
    Onside.initialize(storeKitConfigurationName: "NoSuchShop")
    XCTAssertTrue(Onside.defaultPaymentQueue() === queue)
    XCTAssertEqual(lines.all.count, 2, "\(lines.all)")
    XCTAssertTrue(lines.all[1].contains("This call was ignored"), lines.all[1])
  }
}
