import CausewayDatabase
import Foundation
import OnsideKit
import XCTest

/// Section 8.1: `Onside`, in front of one client on local testing.
@MainActor final class FacadeTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")
  private let interface = ScriptedInterface()

  override func tearDown() async throws {
    Onside.install(nil)
    Onside.delegate = nil
    Onside.callbackScheme = nil
    try? FileManager.default.removeItem(at: folder)  // what is left is in a temporary folder
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

  func testTheQueueIsOneInTheProcess() async throws {
    try initialize()
    XCTAssertTrue(Onside.defaultPaymentQueue() === Onside.defaultPaymentQueue())
    XCTAssertTrue(Onside.appearance() === Onside.appearance())
  }

  func testAFileWithMistakesIsSaidInFull() async throws {
    var configuration = try configuration()
    configuration.catalog = folder.appendingPathComponent("Wrong.storekit")
    try #"{"products": 1, "subscriptionGroups": 2}"#.write(
      to: configuration.catalog, atomically: true, encoding: .utf8)
    XCTAssertThrowsError(try Onside.initialize(configuration)) { error in
      let mistakes = "\(error)".split(separator: "\n")
      XCTAssertGreaterThanOrEqual(mistakes.count, 2, "\(error)")
      XCTAssertTrue(mistakes.allSatisfy { $0.contains("Wrong.storekit") }, "\(error)")
    }
    XCTAssertNil(Onside.client)
  }

  func testTheStateOfOneProcessIsNotOpenedASecondTime() async throws {
    try initialize()
    XCTAssertThrowsError(try initialize()) { error in
      guard case DatabaseError.inUse = error else { return XCTFail("\(error)") }
    }
  }

  func testADamagedStateIsSaidOnceKeptBesideAndThenBegunAnew() async throws {
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
      await letGo()
    }
  }

  /// Returns when there is no client any more.
  private func letGo() async {
    await Onside.client?.ready()
    weak let client = Onside.client
    Onside.install(nil)
    while client != nil { await Task.yield() }
  }

  func testAClientThatIsLetGoLetsItsFilesGo() async throws {
    try initialize()
    await letGo()
    try initialize()
  }

  func testTheStateOfANamedShopIsInTheAppsOwnFolder() async {
    let configuration = OnsideConfiguration.localTesting(named: "Example")
    XCTAssertEqual(configuration.catalog.lastPathComponent, "Example.storekit")
    XCTAssertTrue(configuration.stateFolder.path.contains("/Onside/"), configuration.stateFolder.path)
  }

  func testInitializeMayComeAfterTheDelegateWhichIsHeldWeakly() async throws {
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

  func testOnlyURLsOfTheCallbackSchemeAreTaken() async throws {
    let url = try XCTUnwrap(URL(string: "Reader-Onside://login?code=1"))
    XCTAssertFalse(Onside.handle(url: url))
    Onside.callbackScheme = "reader-onside"
    XCTAssertTrue(Onside.handle(url: url))
    XCTAssertFalse(Onside.handle(url: try XCTUnwrap(URL(string: "reader-onsides://login"))))
    XCTAssertFalse(Onside.handle(url: try XCTUnwrap(URL(string: "/reader-onside"))))
  }

  // MARK: What an app asks

  func testEachCompletionIsToldOnceOnTheMainActor() async throws {
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

  func testTheSameWithAwait() async throws {
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
      XCTAssertEqual($0 as? OnsideSignedInAppsHistoryRequestError, .notLoggedIn)
    }
  }

  /// Takes what it is sent, and says so.
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
}
