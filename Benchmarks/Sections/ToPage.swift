import CausewayJSON
import WebKit

/// Measures calls and events from the app to the page.
@MainActor enum ToPage {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("App to page")
    let page = try await BenchPage()
    let conversation = try page.conversation
    let value: JSONValue = ["id": 1, "text": "hello"]
    var raw = Samples()
    var causeway = Samples()
    for _ in 0..<size.rounds {
      for _ in 0..<size.requests / 3 {
        let arguments = ["value": ["id": 1, "text": "hello"]]
        raw.add(try await duration { try await page.run("return bench.echo(value)", arguments) })
      }
      for _ in 0..<size.requests / 3 {
        causeway.add(try await duration { _ = try await conversation.call("echo", value) })
      }
    }
    report.add("callAsyncJavaScript: median", raw.median, "µs", over: ("callAsyncJavaScript", raw.median))
    report.add("Causeway, a call: median", causeway.median, "µs", over: ("callAsyncJavaScript", raw.median))

    let count = 1_000
    var rawEvents = Samples()
    var events = Samples()
    for _ in 0..<size.bursts {
      rawEvents.add(
        try await ticks(count, page) {
          for _ in 0..<count { page.webView.evaluateJavaScript("bench.tick({\"id\":1,\"text\":\"hello\"})") }
        })
      events.add(
        try await ticks(count, page) {
          for _ in 0..<count { try conversation.send(event: "tick", data: value) }
        })
    }
    let each = (raw: rawEvents.median / Double(count), causeway: events.median / Double(count))
    report.add("evaluateJavaScript, one of 1,000", each.raw, "µs", over: ("evaluateJavaScript", each.raw))
    report.add("Causeway, one of 1,000 events", each.causeway, "µs", over: ("evaluateJavaScript", each.raw))
  }

  /// Returns the time from the first of `count` events to the page's report that it has the last one.
  private static func ticks(_ count: Int, _ page: BenchPage, _ send: () throws -> Void) async throws -> Duration {
    let arrived = Task { try await page.run("return bench.expectTicks(count)", ["count": count]) as? Bool }
    // WebKit runs scripts in order, so once this second script has run, `expectTicks` counts the events.
    await Task.yield()
    try await page.run("return 1")
    let start = ContinuousClock.now
    try send()
    _ = try await arrived.value
    return ContinuousClock.now - start
  }
}
