import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Capabilities that state no policy") struct DefaultPolicyTests {
  private let own = Origin(scheme: "https", host: "shop.example")
  private let other = Origin(scheme: "https", host: "other.example")
  private let echo = Capability("echo", json: { value, _ in value })

  @MainActor private final class Seen {
    var lines: [String] = []
    var causes: [String?] = []
  }
  private let seen = Seen()

  private func page(_ dialect: CausewayDialect, _ origin: Origin, isMainFrame: Bool = true) -> InMemoryPage {
    let bridge = Bridge()
    bridge.log = { [seen] in seen.lines.append($0) }
    bridge.observe { [seen] in if $0.kind == .reply { seen.causes.append($0.cause) } }
    bridge.install(dialect)
    return InMemoryPage(bridge, origin: origin, isMainFrame: isMainFrame, mainFrameOrigin: origin)
  }

  private func outcome(_ page: InMemoryPage) async -> String? {
    code(await page.request("causeway", request("echo", 1)))
  }

  @Test func theMainFrameOfTheDialectsOriginsIsServed() async {
    #expect(await outcome(page(CausewayDialect([echo], origins: [own]), own)) == nil)
    #expect(seen.lines == [])
  }

  @Test func theRefusalOfAnotherOriginSaysHowToServeIt() async {
    #expect(await outcome(page(CausewayDialect([echo], origins: [own]), other)) == "REFUSED")
    let cause =
      "the capability states no policy, and that of the dialect serves the main frame of https://shop.example; "
      + "if https://other.example has the app's own pages, add it to the origins"
    #expect(seen.lines.map { $0.hasSuffix("Cause: \(cause)") } == [true], "\(seen.lines)")
    #expect(seen.causes == [cause])
  }

  @Test func theRefusalOfASubframeSaysHowToServeIt() async {
    #expect(await outcome(page(CausewayDialect([echo], origins: [own]), own, isMainFrame: false)) == "REFUSED")
    #expect(seen.causes.first??.hasSuffix("; `frames: .sameOrigin` or `.any` serves sub-frames as well") == true)
  }

  @Test func withoutOriginsEveryRequestIsRefused() async {
    let page = page(CausewayDialect([echo]), own)
    guard case .rejected(let reason?) = await page.request("causeway", request("echo", 1)) else {
      Issue.record("the request was served")
      return
    }
    #expect(reason["message"] == "Not allowed: the app does not say which pages may send this request.")
    let cause =
      "no frame is served, because neither the capability nor the dialect has a policy; pass the origins of the app's "
      + "pages to the dialect, as in `CausewayDialect(…, origins: [https://shop.example])`, or a policy to the capability"
    #expect(seen.causes == [cause])
    #expect(seen.lines.map { $0.hasSuffix("Cause: \(cause)") } == [true], "\(seen.lines)")
  }

  @Test func theDialectsOriginsDoNotWidenAStatedPolicy() async {
    let stated = Capability("echo", policy: .mainFrame(of: [other]), json: { value, _ in value })
    #expect(await outcome(page(CausewayDialect([stated], origins: [own]), own)) == "REFUSED")
    #expect(await outcome(page(CausewayDialect([stated], origins: [own]), other)) == nil)
  }

  @Test func anOpaqueOriginIsRefusedEvenIfTheDialectListsIt() async {
    #expect(await outcome(page(CausewayDialect([echo], origins: [own, .opaque]), .opaque)) == "REFUSED")
  }

  @Test func eventsOfOtherOriginsAreRefused() async {
    var received = 0
    let event = AppEvent<Nothing>("opened")
    let dialect = CausewayDialect([event.handler { _, _ in received += 1 }], origins: [own])
    page(dialect, other).post("causeway", ["event": "opened"])
    page(dialect, own).post("causeway", ["event": "opened"])
    #expect(await eventually { received == 1 })
    await settleDown()
    #expect(received == 1)
  }
}
