import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Deadlines, documents and calls to the page") struct LifeTests {
  private let clock = ManualClock()

  private func bridge(_ capabilities: Capability...) -> Bridge {
    let bridge = Bridge(clock: clock)
    bridge.install(CausewayDialect(capabilities))
    return bridge
  }

  private let hang: Capability = Capability("hang", policy: .everyone) { _, _ in
    while !Task.isCancelled { await Task.yield() }
    return nil
  }

  @Test func aRequestWithoutAnAnswerEndsAtTheDeadline() async {
    let page = InMemoryPage(bridge(hang))
    var settlement: InMemoryPage.Settlement?
    page.request("causeway", text: #"{"name":"hang"}"#) { settlement = $0 }
    await settleDown()
    clock.advance(by: Limits.standard.deadline - .seconds(1))
    await settleDown()
    #expect(settlement == nil)
    clock.advance(by: .seconds(2))
    #expect(await eventually { settlement != nil })
    guard case .rejected(let reason)? = settlement else {
      Issue.record("The request was not rejected")
      return
    }
    #expect(reason?["code"] == "DEADLINE_EXCEEDED")
  }

  @Test func aCapabilityMayHaveItsOwnDeadline() async {
    let page = InMemoryPage(
      bridge(
        Capability(
          "short", policy: .everyone, deadline: .after(.seconds(1)),
          responding: { _, _, responder in
            held.append(responder)
          })))
    var settled = 0
    page.request("causeway", text: #"{"name":"short"}"#) { _ in settled += 1 }
    await settleDown()
    clock.advance(by: .seconds(1))
    #expect(await eventually { settled == 1 })
    // The deadline has passed, so the answer must be dropped.
    held.answerAll()
    await settleDown()
    #expect(settled == 1)
    #expect(page.violations.isEmpty)
  }

  private let held = HeldResponders()

  @Test func aDocumentThatGoesAwayCancelsItsRequests() async {
    var wasCancelled = false
    let page = InMemoryPage(
      bridge(
        Capability("wait", policy: .everyone, deadline: .never) { _, _ in
          while !Task.isCancelled { await Task.yield() }
          wasCancelled = true
          return nil
        }))
    page.request("causeway", text: #"{"name":"wait"}"#) { _ in Issue.record("the closed page got an answer") }
    await settleDown()
    page.close()
    #expect(await eventually { wasCancelled })
    page.sendPacket("r causeway 9 {\"name\":\"wait\"}\n")
    await settleDown()
    #expect(page.violations.isEmpty)
  }

  /// A gate at which handlers wait until the test opens it.
  @MainActor private final class Gate {
    var isOpen = false
  }

  /// Nobody waits for an event, and a page sends its last events while it goes away.
  @Test(arguments: [Capability.Deadline.standard, .after(.seconds(30)), .never])
  func theHandlerOfAnEventRunsToItsEndAfterItsDocumentIsGone(deadline: Capability.Deadline) async {
    let gate = Gate()
    var ends: [String] = []
    let bridge = bridge(
      Capability("left", policy: .everyone, deadline: deadline) { _, _ in
        while !gate.isOpen { await Task.yield() }
        ends.append(Task.isCancelled ? "cancelled" : "done")
        return nil
      })
    let page = InMemoryPage(bridge)
    page.sendPacket("m causeway {\"event\":\"left\"}\n")
    page.close()
    #expect(bridge.frames.isEmpty)
    clock.advance(by: Limits.standard.deadline - .seconds(1))
    await settleDown()
    gate.isOpen = true
    #expect(await eventually { ends == ["done"] })
  }

  @Test func theHandlerOfAnEventIsCancelledAtTheDeadlineAfterItsDocumentIsGone() async {
    for deadline in [Capability.Deadline.standard, .never] {
      var wasCancelled = false
      var failures: [String?] = []
      let bridge = bridge(
        Capability("left", policy: .everyone, deadline: deadline) { _, _ in
          while !Task.isCancelled { await Task.yield() }
          wasCancelled = true
          return nil
        })
      bridge.observe {
        if $0.kind == .reply { failures.append($0.failure?.split(separator: ":").first.map(String.init)) }
      }
      let page = InMemoryPage(bridge)
      page.sendPacket("m causeway {\"event\":\"left\"}\n")
      page.close()
      await settleDown()
      #expect(!wasCancelled)
      clock.advance(by: Limits.standard.deadline)
      #expect(await eventually { wasCancelled })
      #expect(failures == ["DEADLINE_EXCEEDED"])
    }
  }

  @Test func theBridgeIsReleasedAfterTheLastEventOfADocumentThatIsGone() async {
    let gate = Gate()
    var bridge: Bridge? = bridge(
      Capability("left", policy: .everyone) { _, _ in
        while !gate.isOpen { await Task.yield() }
        return nil
      })
    weak let weakBridge = bridge
    var page: InMemoryPage? = InMemoryPage(bridge!)
    page?.sendPacket("m causeway {\"event\":\"left\"}\n")
    page?.close()
    page = nil
    bridge = nil
    await settleDown()
    #expect(weakBridge != nil)
    gate.isOpen = true
    #expect(await eventually { weakBridge == nil })
  }

  @Test func theEndOfADocumentDoesNotAffectAnotherDocument() async {
    let bridge = bridge(Capability("echo", policy: .everyone, json: { value, _ in value }))
    let first = InMemoryPage(bridge)
    let second = InMemoryPage(bridge)
    first.close()
    #expect(await second.request("causeway", ["name": "echo", "parameters": 1]) == .resolved(1))
    #expect(bridge.frames.map(\.document) == [second.frame.document])
  }

  @Test func thePageAnswersACall() async throws {
    let page = InMemoryPage(bridge())
    page.onCall = { _, body in .array([body?["name"] ?? .null, body?["parameters"] ?? .null]) }
    let answer = try await page.conversation.call("title", ["long": true])
    #expect(answer == ["title", ["long": true]])
  }

  @Test func aPageThatThrowsFailsTheCall() async {
    let page = InMemoryPage(bridge())
    page.onCall = { _, _ in throw PageCallError.rejected("no title") }
    await #expect(throws: PageCallError.self) { try await page.conversation.call("title") }
  }

  @Test func theDocumentTheDeadlineOrTheTaskEndsACall() async {
    let page = InMemoryPage(bridge())
    page.isReady = false
    func call() -> Task<PageCallError?, Never> {
      Task {
        do {
          _ = try await page.conversation.call("x")
          return nil
        } catch {
          return error as? PageCallError
        }
      }
    }
    let timed = call()
    await settleDown()
    clock.advance(by: Limits.standard.deadline + .seconds(1))
    #expect(await timed.value == .deadlineExceeded(Limits.standard.deadline))
    let cancelled = call()
    await settleDown()
    cancelled.cancel()
    #expect(await cancelled.value == .cancelled)
    let gone = call()
    await settleDown()
    page.close()
    #expect(await gone.value == .notSent)
    #expect(await call().value == .notSent)
  }

  @Test func aCallThatThePageHasReceivedEndsWithDocumentGone() async {
    let page = InMemoryPage(bridge())
    page.onCall = { _, _ in
      await settleDown()
      page.close()
      return "too late"
    }
    await #expect(throws: PageCallError.documentGone) { try await page.conversation.call("x") }
  }

  @Test func answersToUnknownCallsAreIgnored() async throws {
    let page = InMemoryPage(bridge())
    page.sendPacket("a 99 1\ne 98 \"x\"\n")
    page.onCall = { _, _ in 5 }
    #expect(try await page.conversation.call("x") == 5)
  }

  @Test func eventsOfABusyChannelArriveInOrderInOnePacket() async throws {
    let page = InMemoryPage(bridge())
    page.isReady = false
    for number in 0..<100 { try page.conversation.send(event: "tick", data: .number(Double(number))) }
    await settleDown()
    #expect(page.messages.isEmpty)
    page.isReady = true
    #expect(page.messages.compactMap { $0.body?["data"]?.numberValue } == (0..<100).map(Double.init))
    #expect(page.violations.isEmpty)
  }

  /// The test's page reads one packet after another, like a page in a web view.
  @Test func aRequestMadeDuringASettlementIsAnsweredAfterItsPacket() async {
    let bridge = Bridge(clock: clock)
    bridge.install(CausewayDialect([Capability("echo", policy: .everyone, json: { value, _ in value })]))
    let page = InMemoryPage(bridge)
    var order: [Int] = []
    func ask(_ number: Int, then next: (() -> Void)? = nil) {
      page.request("causeway", text: #"{"name":"echo"}"#) { _ in
        order.append(number)
        next?()
      }
    }
    page.isReady = false
    ask(1) { ask(3) }
    ask(2)
    page.isReady = true
    await settleDown()
    #expect(order == [1, 2, 3])
    #expect(page.violations.isEmpty)
  }

  @Test func eventsToAPageThatAcceptsNoPacketsFailAtTheLimit() async throws {
    var limits = Limits()
    limits.queuedBytes = 1_000
    let bridge = Bridge(limits: limits, clock: clock)
    bridge.install(CausewayDialect([]))
    let page = InMemoryPage(bridge)
    page.isReady = false
    #expect(throws: PageCallError.congested) {
      for _ in 0..<100 { try page.conversation.send(event: "tick", data: "some words") }
    }
    await #expect(throws: PageCallError.congested) { try await page.conversation.call("ask") }
    page.isReady = true
    await settleDown()
    try page.conversation.send(event: "again")
    await settleDown()
    #expect(page.messages.last?.body?["event"] == "again")
  }

  @Test func refusalsToAPageThatAcceptsNoPacketsAreLimited() async {
    var limits = Limits()
    limits.queuedBytes = 1_000
    let bridge = Bridge(limits: limits, clock: clock)
    bridge.install(CausewayDialect([]))
    var refused = 0
    bridge.observe { if $0.kind == .reply { refused += 1 } }
    let page = InMemoryPage(bridge)
    page.isReady = false
    for _ in 0..<1_000 { page.request("causeway", text: "{}") { _ in } }
    await settleDown()
    #expect((1...100).contains(refused))
    page.isReady = true
    let settlement = await page.request("causeway", [:])
    guard case .rejected = settlement else {
      Issue.record("\(settlement)")
      return
    }
  }

  @Test func aSlowRequestDoesNotHoldBackTheOthersOfItsBatch() async {
    let page = InMemoryPage(bridge(hang, Capability("echo", policy: .everyone, json: { value, _ in value })))
    var settled: [UInt64] = []
    page.request("causeway", text: #"{"name":"hang"}"#) { _ in settled.append(1) }
    for number in UInt64(2)...5 {
      page.request("causeway", text: #"{"name":"echo"}"#) { _ in settled.append(number) }
    }
    #expect(await eventually { settled == [2, 3, 4, 5] })
    page.close()
  }

  @Test func bridgeAndConversationAreReleased() async {
    var bridge: Bridge? = bridge(hang)
    weak let weakBridge = bridge
    var page: InMemoryPage? = InMemoryPage(bridge!)
    weak let weakPage = page
    page?.request("causeway", text: #"{"name":"hang"}"#) { _ in }
    await settleDown()
    page?.close()
    page = nil
    bridge = nil
    #expect(await eventually { weakBridge == nil && weakPage == nil })
  }
}
