import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Events between the app and the page, and the order in which they arrive.
@MainActor final class EventTests: XCTestCase {
  func testAThousandEventsArriveInOrder() async throws {
    let page = CausewayPage()
    try await page.browser.open("<body><script>seen = []; causeway.on('n', (n) => seen.push(n))</script>")
    for number in 0..<1000 {
      try page.conversation.send(event: "n", data: .number(Double(number)))
      if number % 7 == 0 { await Task.yield() }
    }
    let told = try await page.browser.text(
      """
      while (seen.length < 1000) await new Promise((resolve) => setTimeout(resolve));
      return seen.length + " " + seen.every((n, place) => n === place);
      """)
    XCTAssertEqual(told, "1000 true")
  }

  /// Opens a page that has received three events `early`, 0 to 2, and has no listener yet.
  private func pageWithEarlyEvents() async throws -> CausewayPage {
    let page = CausewayPage([Capability("flush", policy: .everyone, json: { _, _ in nil })])
    try await page.browser.open("<body>")
    for number in 0..<3 { try page.conversation.send(event: "early", data: .number(Double(number))) }
    // The answer arrives after the events, so the page has all events as soon as it has the answer.
    _ = try await page.call("'flush'")
    return page
  }

  func testAnEventIsKeptUntilAListenerExists() async throws {
    let page = try await pageWithEarlyEvents()
    let told = try await page.browser.text(
      """
      const seen = [];
      causeway.on("early", (n) => seen.push(n));
      const again = [];
      causeway.on("early", (n) => again.push(n));
      return seen.join() + " " + again.length;
      """)
    XCTAssertEqual(told, "0,1,2 0")
  }

  func testAListenerThatThrowsReceivesAllKeptEvents() async throws {
    let page = try await pageWithEarlyEvents()
    let told = try await page.browser.text(
      """
      const seen = [];
      const end = causeway.on("early", (n) => { seen.push(n); if (n === 0) throw new Error("mine"); });
      return seen.join() + " " + typeof end;
      """)
    XCTAssertEqual(told, "0,1,2 function")
  }

  func testARemovedListenerReceivesNoEvents() async throws {
    let page = CausewayPage([Capability("flush", policy: .everyone, json: { _, _ in nil })])
    try await page.browser.open(
      "<body><script>seen = []; end = causeway.on('n', (n) => seen.push(n)); causeway.on('n', () => {})</script>")
    try page.conversation.send(event: "n", data: 1)
    _ = try await page.call("'flush'")
    _ = try await page.browser.text("end(); return 1")
    try page.conversation.send(event: "n", data: 2)
    _ = try await page.call("'flush'")
    let told = try await page.browser.text("return seen.join()")
    XCTAssertEqual(told, "1")
  }

  func testAListenerThatThrowsDoesNotAffectOthers() async throws {
    let page = CausewayPage([Capability("flush", policy: .everyone, json: { _, _ in nil })])
    try await page.browser.open(
      """
      <body><script>seen = []; causeway.on('n', () => { throw new Error('mine') }); causeway.on('n', (n) => seen.push(n))</script>
      """)
    try page.conversation.send(event: "n", data: 1)
    try page.conversation.send(event: "n", data: 2)
    _ = try await page.call("'flush'")
    let told = try await page.browser.text("return seen.join()")
    XCTAssertEqual(told, "1,2")
  }

  func testTheAppReceivesAnEventOfThePage() async throws {
    var told: [JSONValue] = []
    let page = CausewayPage([
      Capability(
        "seen", policy: .everyone,
        json: { value, _ in
          told.append(value)
          return nil
        })
    ])
    try await page.browser.open("<body><script>for (let n = 0; n < 100; n += 1) causeway.send('seen', n)</script>")
    try await eventually("a hundred events") { told.count == 100 }
    XCTAssertEqual(told, (0..<100).map { .number(Double($0)) })
  }

  func testRepliesAndEventsArriveInTheOrderInWhichTheyWereSent() async throws {
    weak var page: CausewayPage?
    let made = CausewayPage([
      Capability(
        "step", policy: .everyone,
        json: { value, _ in
          try page?.conversation.send(event: "before", data: value)
          return value
        })
    ])
    page = made
    try await made.browser.open("<body>")
    let told = try await made.browser.text(
      """
      const events = new Set();
      const order = [];
      causeway.on("before", (n) => { events.add(n); order.push(n); });
      let inTime = 0;
      const answers = [];
      await Promise.all(Array.from({ length: 500 }, async (_, n) => {
        answers.push(await causeway.call("step", n));
        if (events.has(n)) inTime += 1;
      }));
      const sorted = (list) => list.every((n, place) => n === place);
      return [inTime, sorted(order), sorted(answers), order.length].join(" ");
      """)
    XCTAssertEqual(told, "500 true true 500")
  }
}
