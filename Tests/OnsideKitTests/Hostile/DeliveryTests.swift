import Causeway
import CausewayJSON
import CausewayPrompts
import OnsideKit
import CausewayTesting
import WebTestSupport
import XCTest

/// Pages that answer an event late or with false statements. The tests use no web view.
@MainActor final class DeliveryTests: XCTestCase {
  private let callback = "onStorefrontChanged"

  /// Opens a page that has reported its handlers.
  /// - Parameter handlers: the handlers; nil for ``callback`` alone.
  private func open(
    _ app: OnsideApp, _ bridge: Bridge, handlers: [String]? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async -> InMemoryPage {
    OnsidePageBridge.install(in: bridge, delegate: app.pagesDelegate, configuration: .init(), clock: clock)
    let page = InMemoryPage(bridge)
    _ = await page.request("onside", ["method": "initializeOnside", "argument": "v1"])
    let names = JSONValue.array((handlers ?? [callback]).map { .string($0) })
    page.post("onside", ["handlers": ["changes": 1, "names": names]])
    return page
  }

  /// A bridge that queues no call while an answer waits for the page.
  private var narrowBridge: Bridge {
    var limits = Limits.standard
    limits.queuedBytes = 1
    return Bridge(limits: limits)
  }

  /// Makes an answer wait for the page, so that the app can queue no call in a ``narrowBridge``.
  private func fill(_ page: InMemoryPage) {
    page.isReady = false
    // The size of the app's refusal of this request alone exceeds `queuedBytes`.
    page.request("onside", text: #"{"method":"none"}"#) { _ in }
  }

  /// Ends what ``fill(_:)`` has begun.
  private func drain(_ page: InMemoryPage) async {
    page.isReady = true
    _ = await page.request("onside", ["method": "getTransactions"])
  }

  /// The page had no handler when the event arrived, and sets one before the app reads the page's answer. The report of
  /// the new handler arrives before that answer.
  func testAHandlerThatIsSetBeforeTheAnswerIsReadGetsTheEventAgain() async throws {
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

  /// A page that goes away before an event is sent has not received the event. The next page receives it.
  func testAnEventThatWasNotSentIsDeliveredToTheNextPage() async throws {
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
      try await eventually("the event is delivered (the page takes it later: \(isTakenLater))") { !events.isEmpty }
      XCTAssertEqual(events, [.string(callback)])
      XCTAssertEqual(calls, 0)
    }
  }

  func testAnEventThatAPageDoesNotAcceptIsNotResentUntilSomethingChanges() async throws {
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
    // The next event is sent together with the events that the page did not accept.
    app.client.logout()
    try await eventually("the next event") { events.count == 2 }
    XCTAssertEqual(events.last??.arrayValue?.count, 2)
    XCTAssertEqual(page.violations, [])
  }

  func testInvalidAnswersCountAsAcceptedEvents() async throws {
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

  /// While too much data waits for the page, an event cannot be queued. The app must try again later, even if no other
  /// event occurs.
  func testAnEventThatCouldNotBeQueuedIsSentLater() async throws {
    let app = try OnsideApp()
    let bridge = narrowBridge
    let clock = ManualClock()
    let page = await open(app, bridge, clock: clock)
    var calls = 0
    page.onCall = { _, _ in
      calls += 1
      return ["missed": []]
    }
    fill(page)
    try await app.client.requestLogin()
    // Tasks of the main actor run in the order of their creation, so the delivery runs before this task, and finds the
    // queue full.
    await Task { @MainActor in }.value
    await drain(page)
    XCTAssertEqual(calls, 0)
    try await eventually("the second try") {
      clock.advance(by: .seconds(1))
      return calls == 1
    }
    XCTAssertEqual(page.violations, [])
  }

  /// While too much data waits for the page, the page cannot be asked. The failed attempt must not count as an answer, and
  /// the question must come after the transaction's event, if the page has a handler for that.
  func testAQuestionThatCouldNotBeQueuedIsAskedLaterAndAfterItsEvent() async throws {
    for handlers in [[], ["onTransactionsUpdated"]] {
      let app = try OnsideApp()
      try await app.client.requestLogin()
      let bridge = narrowBridge
      let clock = ManualClock()
      let page = await open(app, bridge, handlers: handlers, clock: clock)
      var calls: [String] = []
      page.onCall = { _, body in
        let isQuestion = body?["question"] != nil
        calls.append(isQuestion ? "question" : "event")
        return isQuestion ? false : ["missed": []]
      }
      fill(page)
      try await app.client.queue.enqueue(OnsidePayment(product: app.store.catalog[0]))
      for _ in 0..<100 { await Task.yield() }
      XCTAssertEqual(app.screens.shown, [.login])
      await drain(page)
      XCTAssertEqual(calls, [])
      try await eventually("the page says no") {
        clock.advance(by: .seconds(1))
        return app.client.queue.transactions.isEmpty
      }
      XCTAssertEqual(calls, handlers.map { _ in "event" } + ["question"])
      XCTAssertEqual(app.screens.shown, [.login])
      XCTAssertEqual(page.violations, [])
    }
  }

  /// A question waits until the transaction's event was sent, and not for the page's answer to it.
  func testAQuestionDoesNotWaitForTheAnswerToAnEvent() async throws {
    let app = try OnsideApp()
    let bridge = Bridge()
    let page = await open(app, bridge, handlers: [callback, "onTransactionsUpdated"])
    var calls: [String] = []
    let answers = [OneShot<JSONValue?>(), OneShot<JSONValue?>()]
    page.onCall = { _, body in
      if body?["question"] != nil {
        calls.append("question")
        return false
      }
      calls.append(body?["events"]?[0]?[0]?.stringValue ?? "")
      return try await answers[calls.count - 1].value()
    }
    try await app.client.requestLogin()
    try await app.client.queue.enqueue(OnsidePayment(product: app.store.catalog[0]))
    // The transaction's event waits for the answer to the event of the login, and the question waits for both.
    try await eventually("the event of the login") { calls == [callback] }
    try await eventually("the transaction") { app.client.queue.transactions.count == 1 }
    answers[0].settle(.success(["missed": []]))
    try await eventually("the question") { calls == [callback, "onTransactionsUpdated", "question"] }
    answers[1].settle(.success(["missed": []]))
    try await eventually("the page has said no") { app.client.queue.transactions.isEmpty }
    XCTAssertEqual(page.violations, [])
  }
}
