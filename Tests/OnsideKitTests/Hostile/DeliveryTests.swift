import Causeway
import CausewayJSON
import OnsideKit
import CausewayTesting
import WebTestSupport
import XCTest

/// Pages that answer late, or not what is so, as they are told of events; without a web view.
@MainActor final class DeliveryTests: XCTestCase {
  private let callback = "onStorefrontChanged"

  /// A page that has a handler, as its first report says.
  private func open(
    _ app: OnsideApp, _ bridge: Bridge, clock: any Clock<Duration> = ContinuousClock()
  ) async -> InMemoryPage {
    OnsidePageBridge.install(in: bridge, delegate: app.pagesDelegate, configuration: .init(), clock: clock)
    let page = InMemoryPage(bridge)
    _ = await page.request("onside", ["method": "initializeOnside", "argument": "v1"])
    page.post("onside", ["handlers": ["changes": 1, "names": [.string(callback)]]])
    return page
  }

  /// The handler was gone as the event came, and is back before the app reads that: its report overtakes the answer.
  func testAHandlerThatIsBackBeforeTheAnswerIsReadIsToldAgain() async throws {
    let app = try OnsideApp()
    let bridge = Bridge()
    let page = await open(app, bridge)
    let name = JSONValue.string(callback)
    var calls = 0
    page.onCall = { _, _ in
      calls += 1
      guard calls == 1 else { return ["missed": [], "handlers": ["changes": 3, "names": [name]]] }
      page.post("onside", ["handlers": ["changes": 3, "names": [name]]])
      return ["missed": [0], "handlers": ["changes": 2, "names": []]]
    }
    try await app.client.requestLogin()
    try await eventually("the second try") { calls == 2 }
    XCTAssertEqual(page.violations, [])
  }

  /// A page that is left at the moment of an event has not heard of it: the next one does.
  func testWhatNeverLeftIsToldToTheNextPage() async throws {
    for isTakenLater in [true, false] {
      let app = try OnsideApp()
      let bridge = Bridge()
      let page = await open(app, bridge)
      var calls = 0
      page.onCall = { _, _ in
        calls += 1
        return nil
      }
      if isTakenLater { page.isReady = false }
      let login = Task { try await app.client.requestLogin() }
      if !isTakenLater { page.close() }
      try await login.value
      page.close()
      let next = InMemoryPage(bridge)
      var events: [JSONValue?] = []
      next.onCall = { _, body in
        events.append(body?["events"]?[0]?[0])
        return ["missed": []]
      }
      _ = await next.request("onside", ["method": "initializeOnside", "argument": "v1"])
      next.post("onside", ["handlers": ["changes": 1, "names": [.string(callback)]]])
      try await eventually("the event, of a page that takes it later: \(isTakenLater)") { !events.isEmpty }
      XCTAssertEqual(events, [.string(callback)])
      XCTAssertEqual(calls, 0)
    }
  }

  func testAPageThatTakesNothingAndSaysNothingNewIsNotToldTheSameForEver() async throws {
    let app = try OnsideApp()
    let bridge = Bridge()
    let page = await open(app, bridge)
    let name = JSONValue.string(callback)
    var events: [JSONValue?] = []
    page.onCall = { _, body in
      events.append(body?["events"])
      return ["missed": [0, 1], "handlers": ["changes": 1, "names": [name]]]
    }
    try await app.client.requestLogin()
    try await eventually("the event") { events.count == 1 }
    for _ in 0..<100 { _ = await page.request("onside", ["method": "getTransactions"]) }
    XCTAssertEqual(events.count, 1)
    // The next one brings it along.
    app.client.logout()
    try await eventually("the next event") { events.count == 2 }
    XCTAssertEqual(events.last??.arrayValue?.count, 2)
    XCTAssertEqual(page.violations, [])
  }

  func testAnswersThatAreNoneTakeTheEvents() async throws {
    for answer in [JSONValue.null, 7, [:], ["missed": "x"], ["missed": [-1, 0.5, 9]], ["handlers": 7]] {
      let app = try OnsideApp()
      let bridge = Bridge()
      let page = await open(app, bridge)
      var events: [JSONValue?] = []
      page.onCall = { _, body in
        events.append(body?["events"]?[0])
        return answer
      }
      try await app.client.requestLogin()
      app.client.logout()
      try await eventually("both events: \(answer)") { events.count == 2 }
      XCTAssertEqual(events.last, [.string(callback), .null], "\(answer)")
      XCTAssertEqual(page.violations, [])
    }
  }

  /// So much waits for the page that an event is not even put in line: it is tried again, though nothing new happens.
  func testWhatAPageCouldNotTakeIsTriedAgain() async throws {
    let app = try OnsideApp()
    var limits = Limits.standard
    limits.queuedBytes = 1
    let bridge = Bridge(limits: limits)
    let clock = ManualClock()
    let page = await open(app, bridge, clock: clock)
    var calls = 0
    page.onCall = { _, _ in
      calls += 1
      return ["missed": []]
    }
    page.isReady = false
    // The refusal waits for the page, and is more than may.
    page.request("onside", text: #"{"method":"none"}"#) { _ in }
    try await app.client.requestLogin()
    // The main actor runs what was begun first: the delivery, which finds no place.
    await Task { @MainActor in }.value
    page.isReady = true
    _ = await page.request("onside", ["method": "getTransactions"])
    XCTAssertEqual(calls, 0)
    try await eventually("the second try") {
      clock.advance(by: .seconds(1))
      return calls == 1
    }
    XCTAssertEqual(page.violations, [])
  }

  /// So much waits for the page that it cannot be asked yet: that is no answer.
  func testAGateThatAPageCannotBeAskedYetIsAskedLater() async throws {
    let app = try OnsideApp()
    try await app.client.requestLogin()
    var limits = Limits.standard
    limits.queuedBytes = 1
    let bridge = Bridge(limits: limits)
    let clock = ManualClock()
    OnsidePageBridge.install(in: bridge, delegate: app.pagesDelegate, configuration: .init(), clock: clock)
    let page = InMemoryPage(bridge)
    _ = await page.request("onside", ["method": "initializeOnside", "argument": "v1"])
    var questions = 0
    page.onCall = { _, body in
      questions += body?["question"] == nil ? 0 : 1
      return false
    }
    page.isReady = false
    // The refusal waits for the page, and is more than may.
    page.request("onside", text: #"{"method":"none"}"#) { _ in }
    try await app.client.queue.enqueue(OnsidePayment(product: app.store.catalog[0]))
    for _ in 0..<100 { await Task.yield() }
    XCTAssertEqual(app.screens.shown, [.login])
    page.isReady = true
    _ = await page.request("onside", ["method": "getTransactions"])
    try await eventually("the page says no") {
      clock.advance(by: .seconds(1))
      return app.client.queue.transactions.isEmpty
    }
    XCTAssertEqual(questions, 1)
    XCTAssertEqual(app.screens.shown, [.login])
    XCTAssertEqual(page.violations, [])
  }
}
