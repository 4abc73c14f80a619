import CausewayDatabase
import Foundation
import OnsideKit
import OnsideTesting
import WebTestSupport
import XCTest

/// The static members of `Onside`, which forward to one client. The client uses local testing.
@MainActor final class FacadeTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
  private let interface = ScriptedInterface()

  override func tearDown() async throws {
    Onside.install(nil)
    Onside.delegate = nil
    Onside.callbackScheme = nil
    try? FileManager.default.removeItem(at: folder)  // Ignore errors, because the folder is temporary.
  }

  private func configuration(sink: (any OnsideEventSink)? = nil) throws -> OnsideConfiguration {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let catalog = folder.appendingPathComponent("Example.storekit")
    try PublishedShop.file.write(to: catalog, atomically: true, encoding: .utf8)
    return OnsideConfiguration(
      catalog: catalog, stateFolder: folder.appendingPathComponent("state"), eventSink: sink, interface: interface)
  }

  private func initialize() throws {
    try Onside.initialize(configuration())
  }

  // MARK: Set-up

  func testTheProcessHasOneQueueAndOneAppearance() async throws {
    try initialize()
    XCTAssertTrue(Onside.defaultPaymentQueue() === Onside.defaultPaymentQueue())
    XCTAssertTrue(Onside.appearance() === Onside.appearance())
  }

  func testASecondInitializeHasNoEffect() async throws {
    var configuration = try configuration()
    let lines = LogLines()
    configuration.log = { lines.append($0) }
    try Onside.initialize(configuration)
    let queue = Onside.defaultPaymentQueue()
    XCTAssertThrowsError(try initialize()) { XCTAssertTrue($0 is OnsideInUse, "\($0)") }
    Onside.initialize(storeKitConfigurationName: "NoSuchShop")
    XCTAssertTrue(Onside.defaultPaymentQueue() === queue)
    XCTAssertEqual(lines.all.count, 1, "\(lines.all)")
    XCTAssertTrue(lines.all[0].contains("This call was ignored"), lines.all[0])
  }

  func testTheErrorForACatalogListsAllItsMistakes() async throws {
    var configuration = try configuration()
    let catalog = folder.appendingPathComponent("Wrong.storekit")
    configuration.store = .localTesting(catalog: catalog)
    try #"{"products": 1, "subscriptionGroups": 2}"#.write(to: catalog, atomically: true, encoding: .utf8)
    XCTAssertThrowsError(try Onside.initialize(configuration)) { error in
      let mistakes = "\(error)".split(separator: "\n")
      XCTAssertGreaterThanOrEqual(mistakes.count, 2, "\(error)")
      XCTAssertTrue(mistakes.allSatisfy { $0.contains("Wrong.storekit") }, "\(error)")
    }
    XCTAssertNil(Onside.client)
  }

  func testASecondClientCannotOpenTheSameState() async throws {
    try initialize()
    XCTAssertThrowsError(try OnsideClient(configuration())) { error in
      guard case DatabaseError.inUse = error else { return XCTFail("\(error)") }
    }
  }

  func testADamagedStateIsReportedOnceAndMovedAside() async throws {
    let configuration = try configuration()
    for name in ["queue.sqlite", "local-testing.sqlite"] {
      try FileManager.default.createDirectory(at: configuration.stateFolder, withIntermediateDirectories: true)
      let file = configuration.stateFolder.appendingPathComponent(name)
      try "no database".write(to: file, atomically: true, encoding: .utf8)
      XCTAssertThrowsError(try Onside.initialize(configuration)) { error in
        guard case DatabaseError.damaged(_, _, let kept?) = error else { return XCTFail("\(error)") }
        XCTAssertEqual(try? String(contentsOfFile: kept, encoding: .utf8), "no database")
      }
      try Onside.initialize(configuration)
      try await release()
    }
  }

  /// Releases the client, and returns when it no longer exists.
  private func release() async throws {
    await Onside.client?.ready()
    weak let client = Onside.client
    Onside.install(nil)
    try await eventually("the client is gone") { client == nil }
  }

  func testAReleasedClientClosesItsFiles() async throws {
    try initialize()
    try await release()
    try initialize()
  }

  func testTheStateOfANamedShopIsInTheAppsOwnFolder() async {
    let configuration = OnsideConfiguration.localTesting(named: "Example")
    guard case .localTesting(let catalog, _) = configuration.store else { return XCTFail("\(configuration.store)") }
    XCTAssertEqual(catalog.lastPathComponent, "Example.storekit")
    XCTAssertTrue(configuration.stateFolder.path.contains("/Onside/"), configuration.stateFolder.path)
  }

  // MARK: A store over the network

  /// Creates a bundle with an Info.plist of these entries.
  private func bundle(_ entries: [String: String]) throws -> Bundle {
    let url = folder.appendingPathComponent("\(UUID().uuidString).app", isDirectory: true)
    let contents = url.appendingPathComponent("Contents", isDirectory: true)
    try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
    let list = try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0)
    try list.write(to: contents.appendingPathComponent("Info.plist"))
    return try XCTUnwrap(Bundle(url: url))
  }

  func testTheInfoPlistNamesTheStoreAndTheApp() async throws {
    let bundle = try bundle(["CFBundleIdentifier": "com.example.shop", "OnsideStoreURL": "https://store.example"])
    let configuration = try XCTUnwrap(try OnsideConfiguration.network(of: bundle))
    let url = try XCTUnwrap(URL(string: "https://store.example"))
    XCTAssertEqual(configuration.store, .network(try StoreAddress(url, app: "com.example.shop")))
    XCTAssertTrue(configuration.stateFolder.path.hasSuffix("/Onside/com.example.shop"), configuration.stateFolder.path)
  }

  func testABundleWithoutAStoreHasNoConfiguration() async throws {
    XCTAssertNil(try OnsideConfiguration.network(of: bundle(["CFBundleIdentifier": "com.example.shop"])))
  }

  func testAStoreThatIsNotSecureIsRefused() async throws {
    let bundle = try bundle(["CFBundleIdentifier": "com.example.shop", "OnsideStoreURL": "http://store.example"])
    XCTAssertThrowsError(try OnsideConfiguration.network(of: bundle)) { error in
      XCTAssertEqual(error as? StoreAddress.Mistake, .notSecure("http://store.example"))
    }
  }

  func testRequestsGoToTheConfiguredNetworkStore() async throws {
    // Use port 9, which refuses connections: it is reserved for the discard service, which does not run on this
    // machine.
    let url = try XCTUnwrap(URL(string: "http://127.0.0.1:9"))
    try Onside.initialize(
      OnsideConfiguration(
        store: .network(try StoreAddress(url, app: "com.example.shop")), stateFolder: folder, interface: interface))
    XCTAssertTrue(Onside.client?.service is NetworkService)
    do {
      _ = try await Onside.products(["coins"])
      XCTFail("the request succeeded, although no store listens at the address")
    } catch {
      XCTAssertEqual(error, .connectionError)
    }
  }

  func testTheDelegateMayBeSetBeforeInitializeAndIsHeldWeakly() async throws {
    final class Delegate: OnsideDelegate {}
    var delegate: Delegate? = Delegate()
    Onside.delegate = delegate
    try initialize()
    XCTAssertTrue(Onside.delegate === delegate)
    XCTAssertTrue(Onside.client?.delegate === delegate)
    delegate = nil
    XCTAssertNil(Onside.delegate)
    XCTAssertNil(Onside.client?.delegate)
  }

  func testWithoutALoginInABrowserNoURLIsHandled() async throws {
    Onside.callbackScheme = "reader-onside"
    let urls = try ["reader-onside://onside-login?code=1&state=1", "Reader-Onside://login?code=1", "/reader-onside"]
      .map { try XCTUnwrap(URL(string: $0)) }
    for url in urls { XCTAssertFalse(Onside.handle(url: url)) }
    XCTAssertNil(Onside.client, "a URL must not initialize Onside")
    try initialize()
    for url in urls { XCTAssertFalse(Onside.handle(url: url)) }
  }

  func testTheCallbackSchemeMayBeSetBeforeOrAfterInitialize() async throws {
    Onside.callbackScheme = "reader-onside"
    try initialize()
    XCTAssertEqual(Onside.client?.callbackScheme, "reader-onside")
    Onside.callbackScheme = "Reader-Two"
    XCTAssertEqual(Onside.client?.callbackScheme, "reader-two")
    Onside.callbackScheme = nil
    XCTAssertNil(Onside.client?.callbackScheme)
  }

  // MARK: The app's requests

  func testEachCompletionIsCalledOnceOnTheMainActor() async throws {
    try initialize()
    interface.login = .discard
    let refused = await withCheckedContinuation { done in Onside.requestLogin { done.resume(returning: $0) } }
    XCTAssertThrowsError(try refused.get()) { XCTAssertEqual($0 as? OnsideLoginError, .loginDiscarded) }
    let unshown = await withCheckedContinuation { done in
      Onside.presentPaymentMethodsManager { done.resume(returning: $0) }
    }
    XCTAssertThrowsError(try unshown.get()) {
      XCTAssertEqual($0 as? OnsidePaymentMethodsManagerError, .loginDiscarded)
    }
    interface.login = .succeed(.email("ada@example.com"))
    let login = await withCheckedContinuation { done in
      Onside.requestLogin {
        MainActor.assertIsolated()
        done.resume(returning: $0)
      }
    }
    XCTAssertNoThrow(try login.get())
    XCTAssertEqual(Onside.defaultPaymentQueue().storefront?.countryCode, "DE")
    let unsupported = await withCheckedContinuation { done in
      Onside.presentPaymentMethodsManager { done.resume(returning: $0) }
    }
    XCTAssertThrowsError(try unsupported.get()) {
      XCTAssertEqual($0 as? OnsidePaymentMethodsManagerError, .notSupportedInLocalTesting)
    }
    let attribution = await withCheckedContinuation { done in
      Onside.getAttributionMetadata { done.resume(returning: $0) }
    }
    XCTAssertNil(try attribution.get().refererUrl)
  }

  func testTheAsyncMethodsReturnTheSameResults() async throws {
    try initialize()
    try await Onside.logIn()
    XCTAssertEqual(Onside.defaultPaymentQueue().storefront?.countryCode, "DE")
    let response = try await Onside.products(["monthly", "coins", "nothing"])
    XCTAssertEqual(response.products.map(\.productIdentifier), ["monthly", "coins"])
    XCTAssertEqual(response.invalidProductIdentifiers, ["nothing"])
    let metadata = try await Onside.attributionMetadata()
    XCTAssertNil(metadata.refererUrl)
    do {
      try await Onside.managePaymentMethods()
      XCTFail("local testing has no payment methods")
    } catch {
      XCTAssertEqual(error, .notSupportedInLocalTesting)
    }
    do {
      _ = try await Onside.signedInAppsHistory()
      XCTFail("local testing signs nothing")
    } catch {
      XCTAssertEqual(error, .notSupportedInLocalTesting)
    }
    Onside.logout()
    XCTAssertNil(Onside.defaultPaymentQueue().storefront)
    XCTAssertThrowsError(try Onside.makeSignedInAppsHistoryRequest().get()) {
      XCTAssertEqual($0 as? OnsideSignedInAppsHistoryRequestError, .notSupportedInLocalTesting)
    }
  }

  /// A sink that records the names of the events, and lets a test wait for the first events.
  private actor Sink: OnsideEventSink {
    private var names: [String] = []
    private var waiting: CheckedContinuation<[String], Never>?

    func send(_ events: [OnsideEvent]) {
      names += events.map(\.name)
      waiting?.resume(returning: names)
      waiting = nil
    }

    func first() async -> [String] {
      names.isEmpty ? await withCheckedContinuation { waiting = $0 } : names
    }
  }

  func testTrackedEventsReachTheSink() async throws {
    let sink = Sink()
    try Onside.initialize(configuration(sink: sink))
    Onside.track("$$secret")
    Onside.track("opened", [("page", "home")])
    let names = await sink.first()
    XCTAssertEqual(names, ["opened"])
  }

  func testAPredefinedEventReachesTheSinkUnderItsName() async throws {
    let sink = Sink()
    try Onside.initialize(configuration(sink: sink))
    Onside.track(.purchaseCompleted, [("product", "coins")])
    let names = await sink.first()
    XCTAssertEqual(names, ["purchaseCompleted"])
  }
}
