import Causeway
import CausewayTesting

/// Measures the engine without a web view: an in-memory page sends requests, on one core.
@MainActor enum Engine {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("The engine alone")
    let best = try await rate(size, open: 0)
    report.add("small requests", best, "/s")
    report.figure("engineRequestsPerSecond", best)
    for open in [1_000, 10_000] {
      report.add(
        "small requests beside \(open) open ones", try await rate(size, open: open), "/s", over: ("none open", best))
    }
  }

  private static func rate(_ size: Size, open: Int) async throws -> Double {
    let bridge = Bridge()
    let unanswered = Unanswered()
    bridge.install(
      CausewayDialect([
        Capability("echo", policy: .everyone, json: { parameters, _ in parameters }),
        Capability("later", policy: .everyone, responding: { _, _, responder in unanswered.keep(responder) }),
      ]))
    let page = InMemoryPage(bridge)
    for _ in 0..<open { page.request("causeway", text: #"{"name":"later"}"#) { _ in } }
    let batch = 1_000
    var answered = 0
    let time = await duration {
      for _ in 0..<size.engineRequests / batch {
        for id in 0..<batch {
          let text = #"{"name":"echo","parameters":{"id":\#(id),"text":"hello"}}"#
          page.request("causeway", text: text) { _ in answered += 1 }
        }
        while answered % batch != 0 { await Task.yield() }
      }
    }
    return Double(answered) / time.seconds
  }
}
