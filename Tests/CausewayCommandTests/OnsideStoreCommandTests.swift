#if os(Linux)
import ProgramTestSupport
import Foundation
import OnsideCore
import OnsideSandbox
import OnsideTesting
import Testing

/// `causeway open --store`: the real program with a real store.
@Suite("The command causeway with a store over the network", .serialized) struct OnsideStoreCommandTests {
  private let folder: Folder
  private let server: SandboxServer
  private let url: URL

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("page"), withIntermediateDirectories: true)
    _ = try folder.write("page/index.html", "<p>shop")
    let catalog = try folder.write("shop.storekit", Self.catalog)
    server = SandboxServer(
      try SandboxStore(
        SandboxOptions(
          catalog: try Catalog(contentsOf: URL(fileURLWithPath: catalog)),
          folder: URL(fileURLWithPath: folder.path("store")))))
    url = try server.start()
  }

  private static let catalog = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [], "subscriptionGroups": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" } ] }
    """

  private func run(_ script: String, _ options: [String]) async throws -> ProgramResult {
    let file = try folder.write("script.js", "await onside.initializeOnside('v1');\n" + script)
    return try await causeway(
      ["open", folder.path("page"), "--headless", "--timeout", "120", "--protocol", "onside", "--run", file] + options)
  }

  private var shop: [String] { ["--store", url.absoluteString, "--app", "com.example.shop"] }

  @Test func aPageBuysFromTheStoreAndTheNextRunHasTheTransaction() async throws {
    let state = ["--state", folder.path("state")]
    let bought = try await run(
      """
      const settled = new Promise((resolve) => {
        onside.onTransactionsUpdated = (transactions) => {
          for (const transaction of transactions) {
            if (transaction.transactionState !== "purchasing") resolve(transaction);
          }
        };
      });
      onside.trackEvent({ name: "opened" });
      await onside.loadProducts({ productIdentifiers: ["coins"] });
      await onside.purchase({ productIdentifier: "coins", appAccountToken: "user-7" });
      const { transactionState, transactionIdentifier } = await settled;
      const { string } = await onside.getSignedInAppsHistory();
      return [transactionState, transactionIdentifier, string.split(".").length];
      """, shop + state)
    let orders = try await server.store.run { try $0.orders.newest() }
    #expect(orders.map(\.purchase.appAccountToken) == ["user-7"], "\(bought.output)\(bought.error)")
    let order = try #require(orders.first).purchase.orderID.uuidString.lowercased()
    #expect(bought.output == "[\"purchased\",\"\(order)\",3]\n", "\(bought.error)")
    #expect(bought.error.isEmpty, "\(bought.error)")
    #expect(try await server.store.run { try $0.events.tracked(by: "com.example.shop").map(\.name) } == ["opened"])
    // Even if the store cannot be reached, the app still has the unfinished transactions and the logged-in user.
    await server.stop()
    let again = try await run(
      """
      const [{ transactionIdentifier }] = await onside.getTransactions();
      return [transactionIdentifier, (await onside.getCurrentStorefront()).countryCode];
      """, shop + state)
    #expect(again.output == "[\"\(order)\",\"DE\"]\n", "\(again.error)")
  }

  @Test func anUnreachableStoreIsReported() async throws {
    await server.stop()
    let result = try await run(
      "return await onside.loadProducts({ productIdentifiers: ['coins'] }).catch((error) => error)", shop)
    #expect(result.output == "{\"connectionError\":{}}\n", "\(result.error)")
    let profile = try folder.write("profile.json", #"{"onside": {"loggedIn": true}}"#)
    let login = try await run("return 1", shop + ["--profile", profile])
    #expect(login.code == 1)
    #expect(login.error.contains("the store could not be reached"), "\(login.error)")
  }

  @Test func aLoginThatTheStoreRefusesIsExplained() async throws {
    let script = "return await onside.requestLogin().catch((error) => error)"
    let stranger = try await run(script, ["--store", url.absoluteString, "--app", "com.example.stranger"])
    #expect(stranger.output == "{\"loginDiscarded\":{}}\n", "\(stranger.error)")
    #expect(
      stranger.error == "onside: A login failed: the store does not know this app; check its bundle identifier.\n")
    await server.stop()
    let offline = try await run(script, shop)
    #expect(offline.error.contains("onside: A login failed: the store could not be reached; check the connection.\n"))
    #expect(offline.error.contains("onside: the store \(url.absoluteString) cannot be reached"))
  }

  @Test func theClocksOfTheStoresPagesTick() async throws {
    _ = try await server.store.run { try $0.moveClock(bySeconds: 0, rate: 3600) }
    let script = try folder.write(
      "clock.js",
      """
      const clocks = [...document.querySelectorAll("time")];
      const read = () => clocks.map((clock) => Date.parse(clock.textContent));
      const before = read();
      await new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (read().some((time, index) => time < before[index] + 3_600_000)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      });
      return [before.length, clocks.every((clock) => /^\\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d:\\d\\d UTC$/.test(clock.textContent))];
      """)
    let result = try await causeway(
      "open", url.appendingPathComponent("clock").absoluteString, "--headless", "--run", script)
    #expect(result.output == "[2,true]\n", "\(result.error)")
    await server.stop()
  }

  @Test func aProfileMayNameTheStore() async throws {
    let profile = try folder.write(
      "profile.json",
      #"{"onside": {"store": "\#(url.absoluteString)", "app": "com.example.shop", "loggedIn": true}}"#)
    let result = try await run("return (await onside.getCurrentStorefront()).countryCode", ["--profile", profile])
    #expect(result.output == "\"DE\"\n", "\(result.error)")
    await server.stop()
  }
}
#endif
