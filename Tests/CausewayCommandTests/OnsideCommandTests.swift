import ProgramTestSupport
import CausewayDatabase
import Foundation
import Testing

/// `causeway open` with a shop of Onside: the real program with real pages.
@Suite("The command causeway with Onside", .serialized) struct OnsideCommandTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("page"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.path("temporary"), withIntermediateDirectories: true)
    _ = try folder.write("page/index.html", "<p>shop")
    _ = try folder.write("shop.storekit", Self.catalog)
  }

  private static let catalog = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [], "subscriptionGroups": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" } ] }
    """

  /// Runs a script in the page. Adds the shop's catalog unless the profile names a catalog.
  private func run(_ script: String, profile: String? = nil, _ options: [String] = []) async throws -> ProgramResult {
    var words = ["open", folder.path("page"), "--headless", "--protocol", "onside"]
    words += ["--run", try folder.write("script.js", "await onside.initializeOnside('v1');\n" + script)]
    if let profile {
      words += ["--profile", try folder.write("profile.json", profile)]
    }
    if profile?.contains("catalog") != true { words += ["--catalog", folder.path("shop.storekit")] }
    return try await causeway(words + options, temporaryFolder: folder.path("temporary"))
  }

  /// Returns the command's files that are still in its temporary folder.
  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("temporary")).filter { $0.hasPrefix("causeway-") }
  }

  private let buying = """
    const states = [];
    const settled = new Promise((resolve) => {
      onside.onTransactionsUpdated = (transactions) => {
        for (const { transactionState, error } of transactions) {
          states.push(transactionState, ...Object.keys(error ?? {}));
          if (transactionState !== "purchasing") resolve();
        }
      };
    });
    await onside.loadProducts({ productIdentifiers: ["coins"] });
    await onside.purchase({ productIdentifier: "coins" });
    await settled;
    return states;

    """

  // MARK: Runs without a state folder

  @Test func aPurchaseLeavesNoTemporaryFiles() async throws {
    let result = try await run(buying)
    #expect(result.output == "[\"purchasing\",\"purchased\"]\n")
    #expect(result.code == 0)
    #expect(result.error.isEmpty, "\(result.error)")
    #expect(try leftovers() == [])
  }

  @Test func aCommandThatFailsLeavesNoTemporaryFiles() async throws {
    let failed = try await run("throw new Error('no')")
    #expect(failed.code == 1)
    let late = try await run("await new Promise((resolve) => { window.end = resolve })", ["--timeout", "2"])
    #expect(late.code == 3)
    let missing = try await causeway(
      ["open", folder.path("page/missing.html"), "--headless", "--catalog", folder.path("shop.storekit")],
      temporaryFolder: folder.path("temporary"))
    #expect(missing.code == 1)
    #expect(try leftovers() == [])
  }

  @Test func eventsWithoutAReceiverAreReportedOnce() async throws {
    let result = try await run(
      "for (let n = 0; n < 5; n++) onside.trackEvent({ name: 'opened' }); await onside.getTransactions()")
    #expect(result.error == "onside: Tracked events are dropped, because no receiver for them is configured.\n")
    #expect(result.code == 0)
  }

  @Test func aProfileThatDeclinesDismissesTheLoginAndThePayment() async throws {
    let login = try await run(
      "return await onside.requestLogin().catch((error) => error)", profile: #"{"answer": "decline"}"#)
    #expect(login.output == "{\"loginDiscarded\":{}}\n")
    let payment = try await run(buying, profile: #"{"answer": "decline", "onside": {"loggedIn": true}}"#)
    #expect(payment.output == "[\"purchasing\",\"failed\",\"cancelled\"]\n")
  }

  @Test func theProfileDecidesWhatTheShopDoes() async throws {
    let result = try await run(
      """
      const identifiers = { productIdentifiers: ["coins"] };
      const error = await onside.loadProducts(identifiers).catch((error) => error);
      return [error, (await onside.getCurrentStorefront()).countryCode];
      """,
      profile: """
        {"onside": {"catalog": "shop.storekit", "storefront": "FRA", "loggedIn": true, "error": "connectionError"}}
        """)
    #expect(result.output == "[{\"connectionError\":{}},\"FR\"]\n")
  }

  // MARK: The catalog

  @Test func requestingOnsideWithoutACatalogIsBadUsage() async throws {
    let result = try await causeway("open", folder.path("page"), "--headless", "--protocol", "onside")
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("--catalog FILE.storekit"))
  }

  @Test(
    "The options must name one shop completely",
    arguments: [
      (["--store", "https://store.example"], "--store needs --app ID"),
      (["--app", "com.example.shop"], "--app needs --store"),
      (["--catalog", "shop.storekit", "--store", "https://store.example", "--app", "a"], "cannot be combined"),
      (["--store", "http://store.example", "--app", "com.example.shop"], "is not secure"),
      (["--store", "store", "--app", "com.example.shop"], "is not a store's address"),
      (["--store", "https://store.example", "--app", "com/example"], "is not a bundle identifier"),
    ])
  func mistakesInNamingAShop(options: [String], wanted: String) async throws {
    let result = try await causeway(["open", folder.path("page"), "--headless"] + options)
    #expect(result.code == 2)
    #expect(result.error.contains(wanted), "\(result.error)")
  }

  @Test func aPasswordInAStoresURLIsNotRepeated() async throws {
    let result = try await causeway(
      "open", folder.path("page"), "--headless", "--store", "https://ada:opensesame@store.example/?key=opensesame",
      "--app", "com.example.shop")
    #expect(result.code == 2)
    #expect(result.error.contains("https://store.example is not a store's address: it has a user"), "\(result.error)")
    #expect(!result.error.contains("opensesame"), "\(result.error)")
  }

  @Test func withoutACatalogAPageHasNoOnside() async throws {
    let script = try folder.write("script.js", "return typeof onside")
    let result = try await causeway("open", folder.path("page"), "--headless", "--run", script)
    #expect(result.output == "\"undefined\"\n")
  }

  @Test func everyMistakeOfACatalogIsListed() async throws {
    _ = try folder.write(
      "shop.storekit",
      Self.catalog.replacingOccurrences(of: "\"4.99\"", with: "\"cheap\"")
        .replacingOccurrences(of: "\"Consumable\"", with: "\"Rental\""))
    let result = try await run("return 1")
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    let lines = result.error.split(separator: "\n")
    #expect(lines.contains { $0.contains("displayPrice") && $0.contains("cheap") }, "\(result.error)")
    #expect(lines.contains { $0.contains("type") && $0.contains("Rental") }, "\(result.error)")
  }

  @Test func aMissingCatalogIsReported() async throws {
    let result = try await causeway(
      "open", folder.path("page"), "--headless", "--catalog", folder.path("missing.storekit"))
    #expect(result.code == 2)
    #expect(result.error.contains("missing.storekit"))
  }

  // MARK: --state

  @Test func anUnfinishedTransactionIsDeliveredInTheNextRunUntilItIsFinished() async throws {
    let state = ["--state", folder.path("state")]
    let first = try await run(buying, state)
    #expect(first.output == "[\"purchasing\",\"purchased\"]\n")
    let delivery = """
      const transactions = await new Promise((resolve) => { onside.onTransactionsUpdated = resolve; });
      const gone = new Promise((resolve) => { onside.onTransactionsRemoved = resolve; });
      for (const { id } of transactions) await onside.finishTransaction(id);
      await gone;
      return transactions.map(({ transactionState, payment }) => [transactionState, payment.product.productIdentifier]);
      """
    let second = try await run(delivery, state)
    #expect(second.output == "[[\"purchased\",\"coins\"]]\n")
    let third = try await run(
      "return [await onside.getTransactions(), (await onside.getCurrentStorefront()).countryCode]", state)
    #expect(third.output == "[[],\"DE\"]\n")
    #expect(try leftovers() == [])
  }

  @Test func trackedEventsAreInTheFileWhenTheCommandEnds() async throws {
    for number in 1...3 {
      let result = try await run(
        "onside.trackEvent({ name: 'opened', parameters: { number: \(number) } }); return 1",
        ["--state", folder.path("state")])
      #expect(result.code == 0)
      #expect(result.error.isEmpty, "\(result.error)")
      let lines = try folder.read("state/events.jsonl").split(separator: "\n")
      #expect(lines.count == number)
      #expect(lines.last?.contains("\"opened\"") == true)
    }
  }

  @Test(arguments: ["queue.sqlite", "local-testing.sqlite"])
  func aDamagedStateIsMovedAsideAndTheNextRunStartsEmpty(_ name: String) async throws {
    try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
    _ = try folder.write("state/\(name)", "no database")
    let result = try await run(buying, ["--state", folder.path("state")])
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("is damaged") && result.error.contains(name), "\(result.error)")
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
      .filter { $0.hasPrefix("\(name).damaged-") }
    #expect(kept.count == 1)
    #expect(try kept.map { try folder.read("state/\($0)") } == ["no database"])
    #expect(try await run(buying, ["--state", folder.path("state")]).code == 0)
  }

  @Test func aStateThatAnotherProcessHasOpenIsReported() async throws {
    let definition = DatabaseDefinition(applicationID: 0x4F51_7565, migrations: ["CREATE TABLE t (a)"])
    let file = URL(fileURLWithPath: folder.path("state/queue.sqlite"))
    // The test's process holds the lock, so the command cannot open the database.
    let holder = try Database(file: file, definition: definition)
    let result = try await run("return 1", ["--state", folder.path("state")])
    holder.close()
    #expect(result.code == 1)
    #expect(result.error.contains("is open in another process"), "\(result.error)")
  }

  // MARK: causeway conformance onside

  @Test(arguments: ["ios", "android"])
  func aShopThatAProfileDescribesMeetsTheContract(_ platform: String) async throws {
    let profile = try folder.write(
      "profile.json", #"{"onside": {"catalog": "\#(Self.suiteCatalog)", "loggedIn": true}}"#)
    let result = try await causeway(
      ["conformance", "onside", "--headless", "--json", "--platform", platform, "--profile", profile],
      temporaryFolder: folder.path("temporary"))
    #expect(result.code == 0, "\(result.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["protocol"] as? String == "onside")
    #expect(try leftovers() == [])
  }

  @Test func aSuiteWithoutACatalogIsBadUsage() async throws {
    let profile = try folder.write("profile.json", #"{"onside": {"loggedIn": true}}"#)
    let result = try await causeway("conformance", "onside", "--headless", "--profile", profile)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("catalog"), "\(result.error)")
  }

  @Test func aProfileThatDoesNotAllowTheSuitesOriginIsCheckedAsUntrusted() async throws {
    let profile = try folder.write(
      "profile.json",
      #"{"onside": {"catalog": "\#(Self.suiteCatalog)", "allowedOrigins": ["https://shop.example"]}}"#)
    let result = try await causeway("conformance", "onside", "--headless", "--json", "--profile", profile)
    #expect(result.code == 0, "\(result.output) \(result.error)")
  }

  private static var suiteCatalog: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Conformance/onside/shop.storekit").path
  }
}
