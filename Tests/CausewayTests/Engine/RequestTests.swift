import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Requests of a page", .timeLimit(.minutes(10))) struct RequestTests {
  private struct Greeting: Codable, Sendable { var name: String }

  private func bridge(limits: Limits = .standard, _ capabilities: Capability...) -> Bridge {
    let bridge = Bridge(limits: limits)
    bridge.install(CausewayDialect(capabilities))
    return bridge
  }

  private func code(_ settlement: InMemoryPage.Settlement) -> String? {
    if case .rejected(let reason) = settlement { reason?["code"]?.stringValue } else { nil }
  }

  @Test func aTypedCapabilityConvertsParametersAndResult() async {
    let page = InMemoryPage(
      bridge(Capability("greet", policy: .everyone) { (greeting: Greeting, _) in "Hello, \(greeting.name)!" }))
    let settlement = await page.request("causeway", ["name": "greet", "parameters": ["name": "Ada"]])
    #expect(settlement == .resolved("Hello, Ada!"))
    #expect(page.violations.isEmpty)
  }

  @Test func invalidParametersAreRefusedWithThePathOfTheMember() async {
    let page = InMemoryPage(
      bridge(Capability("greet", policy: .everyone) { (greeting: Greeting, _) in greeting.name }))
    let settlement = await page.request("causeway", ["name": "greet", "parameters": ["name": 1]])
    #expect(code(settlement) == "INVALID_PARAMETERS")
    guard case .rejected(let reason) = settlement else { return }
    #expect(reason?["message"]?.stringValue?.contains("at name:") == true)
  }

  @Test func anUnknownCapabilityIsAnswered() async {
    let page = InMemoryPage(bridge())
    #expect(code(await page.request("causeway", ["name": "nothing"])) == "UNKNOWN_CAPABILITY")
  }

  @Test func anUnknownDialectIsAnswered() async {
    let page = InMemoryPage(bridge())
    guard case .rejected(let reason) = await page.request("nobody", ["name": "x"]) else {
      Issue.record("the request resolved")
      return
    }
    #expect(reason?.stringValue?.contains("nobody") == true)
  }

  /// A letter with any number of combining marks is one character, so a limit in characters would not shorten it.
  @Test func aLongDialectNameIsCutInTheError() async {
    let page = InMemoryPage(bridge())
    let name = "n" + String(repeating: "\u{301}", count: 10_000)
    guard case .rejected(let reason) = await page.request(name, ["name": "x"]) else {
      Issue.record("the request resolved")
      return
    }
    #expect((reason?.stringValue ?? "").utf8.count < 500)
  }

  @Test(arguments: ["{", "[1,", "\u{1}", "!a cycle", "nul", "{\"name\":1}", "7", ""])
  func aMalformedBodyIsAnswered(text: String) async {
    let page = InMemoryPage(bridge())
    let settlement = await withCheckedContinuation { continuation in
      _ = page.request("causeway", text: text) { continuation.resume(returning: $0) }
    }
    #expect(code(settlement) == "MALFORMED")
  }

  @Test func onlyTheMessageOverTheLimitIsRefused() async {
    var limits = Limits()
    limits.messageBytes = 100
    let page = InMemoryPage(bridge(limits: limits, Capability("echo", policy: .everyone, json: { value, _ in value })))
    let long = String(repeating: "x", count: 200)
    async let refused = page.request("causeway", ["name": "echo", "parameters": .string(long)])
    async let served = page.request("causeway", ["name": "echo", "parameters": "short"])
    #expect(code(await refused) == "TOO_LARGE")
    #expect(await served == .resolved("short"))
  }

  @Test func aHundredThousandLevelsOfNestingAreRefused() async {
    let page = InMemoryPage(bridge())
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let settlement = await withCheckedContinuation { continuation in
      _ = page.request("causeway", text: deep) { continuation.resume(returning: $0) }
    }
    #expect(code(settlement) == "MALFORMED")
  }

  @Test func requestsOverTheLimitAreRefusedUntilOneEnds() async {
    var limits = Limits()
    limits.openRequests = 2
    var held: [CheckedContinuation<Void, Never>] = []
    let page = InMemoryPage(
      bridge(
        limits: limits,
        Capability("wait", policy: .everyone) { _, _ in
          await withCheckedContinuation { held.append($0) }
          return nil
        }))
    async let first = page.request("causeway", ["name": "wait"])
    async let second = page.request("causeway", ["name": "wait"])
    #expect(await eventually { held.count == 2 })
    #expect(code(await page.request("causeway", ["name": "wait"])) == "TOO_MANY_REQUESTS")
    held.forEach { $0.resume() }
    #expect(await first == .resolved(nil))
    #expect(await second == .resolved(nil))
  }

  @Test func thePageGetsTheTextOfPageFacingErrorsOnly() async {
    struct Inner: Error { let secret = "hunter2" }
    struct Outer: PageFacingError { let code = "NO_STOCK"; let pageMessage = "Nothing is left." }
    let page = InMemoryPage(
      bridge(
        Capability("inner", policy: .everyone, json: { _, _ in throw Inner() }),
        Capability("outer", policy: .everyone, json: { _, _ in throw Outer() })))
    let inner = await page.request("causeway", ["name": "inner"])
    #expect(code(inner) == "FAILED")
    #expect(!"\(inner)".contains("hunter2"))
    #expect(
      await page.request("causeway", ["name": "outer"])
        == .rejected(["code": "NO_STOCK", "message": "Nothing is left."]))
  }

  @Test func releasingTheResponderEndsTheRequest() async {
    let page = InMemoryPage(bridge(Capability("drop", policy: .everyone, responding: { _, _, _ in })))
    #expect(code(await page.request("causeway", ["name": "drop"])) == "UNANSWERED")
    #expect(page.violations.isEmpty)
  }

  @Test func aPageCanWithdrawARequest() async {
    var wasCancelled = false
    var started = false
    let page = InMemoryPage(
      bridge(
        Capability("wait", policy: .everyone, deadline: .never) { _, _ in
          started = true
          while !Task.isCancelled { await Task.yield() }
          wasCancelled = true
          return nil
        }))
    var settlement: InMemoryPage.Settlement?
    let id = page.request("causeway", text: #"{"name":"wait"}"#) { settlement = $0 }
    #expect(await eventually { started })
    page.withdraw(id)
    #expect(await eventually { wasCancelled && settlement != nil })
    #expect(settlement.flatMap(code) == "CANCELLED")
    #expect(page.violations.isEmpty)
  }

  @Test func aSecondRequestWithAnOpenNumberIsDiscarded() async {
    var runs = 0
    let bridge = bridge(
      Capability("wait", policy: .everyone) { _, _ in
        runs += 1
        await Task.yield()
        return nil
      })
    let page = InMemoryPage(bridge)
    var discarded: [String] = []
    bridge.observe { if $0.kind == .discarded { discarded.append($0.failure ?? "") } }
    page.sendPacket("r causeway 7 {\"name\":\"wait\"}\nr causeway 7 {\"name\":\"wait\"}\n")
    #expect(await eventually { runs > 0 })
    await settleDown()
    #expect(runs == 1)
    #expect(discarded.count == 1)
  }

  @Test func onlyALimitedNumberOfLinesIsReadInOneTurn() async {
    let bridge = bridge(Capability("echo", policy: .everyone, json: { value, _ in value }))
    var kinds: [BridgeObservation.Kind] = []
    bridge.observe { kinds.append($0.kind) }
    let page = InMemoryPage(bridge)
    kinds = []
    let lines = Conversation.linesPerTurn * 2 + 10
    page.sendPacket(String(repeating: "zzz\n", count: lines))
    #expect(kinds.count == Conversation.linesPerTurn)
    // Empty lines count as lines.
    page.sendPacket(String(repeating: "\n", count: lines) + "zzz\n")
    #expect(kinds.count == Conversation.linesPerTurn)
    // The limit applies to one turn only, so the conversation reads later messages in a later turn.
    #expect(await page.request("causeway", ["name": "echo", "parameters": 1]) == .resolved(1))
    #expect(kinds == Array(repeating: .discarded, count: lines + 1) + [.request, .reply])
  }

  @Test func theSizeOfUnreadMessagesIsLimited() async {
    var limits = Limits()
    limits.messageBytes = 1_000
    let bridge = Bridge(limits: limits)
    var discarded = 0
    bridge.observe { if $0.kind == .discarded { discarded += 1 } }
    let page = InMemoryPage(bridge)
    page.sendPacket(String(repeating: "zzz\n", count: Conversation.linesPerTurn + 1))
    #expect(discarded == Conversation.linesPerTurn)
    let large = String(repeating: "z", count: Conversation.waitingMessages * limits.messageBytes / 2)
    page.sendPacket(large)
    page.sendPacket(large)
    #expect(discarded == Conversation.linesPerTurn)
    page.sendPacket(large)
    #expect(discarded > Conversation.linesPerTurn)
    await settleDown()
    #expect(discarded == Conversation.linesPerTurn + 4)
  }

  @Test func unreadMessagesAreDroppedWhenThePageLeaves() async {
    let bridge = bridge()
    var discarded = 0
    bridge.observe { if $0.kind == .discarded { discarded += 1 } }
    let page = InMemoryPage(bridge)
    page.sendPacket(String(repeating: "zzz\n", count: Conversation.linesPerTurn + 10))
    page.close()
    await settleDown()
    #expect(discarded == Conversation.linesPerTurn)
  }

  @Test(arguments: [
    "", "x", "r", "r causeway", "r causeway x {}", "r causeway -1 {}", "c", "c x", "a", "q 1 2", "\0\0",
  ])
  func malformedLinesAreDiscarded(packet: String) async {
    let page = InMemoryPage(bridge())
    page.sendPacket(packet)
    page.sendPacket(packet + "\n")
    await settleDown()
    #expect(page.violations.isEmpty)
    #expect(code(await page.request("causeway", ["name": "nothing"])) == "UNKNOWN_CAPABILITY")
  }
}
