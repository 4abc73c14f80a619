import CausewayJSON
import CausewayTesting
import SeededGenerator
import Testing

@testable import Causeway

/// Tests of calls with a key. Such a call runs at most once for the pages of an origin, and continues when its page
/// goes away. Its outcome is kept for the reloaded page.
@MainActor @Suite("Calls with keys") struct KeyedCallTests {
  private let clock = ManualClock()
  private let held = HeldResponders()
  private let counter = Runs()

  @MainActor private final class Runs {
    var count = 0
    var cancellations: [String] = []
  }

  private struct NotSold: PageFacingError {
    let code = "NOT_SOLD"
    let pageMessage = "It is not for sale."
  }

  private func bridge(limits: Limits = .standard, policy: Policy = .everyone) -> Bridge {
    let bridge = Bridge(limits: limits, clock: clock)
    bridge.install(
      CausewayDialect([
        Capability(
          "hold", policy: policy, deadline: .after(.seconds(60)),
          responding: { [counter, held] _, _, responder in
            counter.count += 1
            responder.onCancel { counter.cancellations.append($0.code) }
            held.append(responder)
          }),
        Capability("pay", policy: policy) { [counter] (text: String, _) in
          counter.count += 1
          if text == "fail" { throw NotSold() }
          return text
        },
        Capability("bytes", policy: policy, bytes: { (_: JSONValue, _) in Bytes([1]) }),
      ]))
    return bridge
  }

  private func body(_ name: String, _ parameters: JSONValue = "coffee", key: JSONValue = "order-1") -> JSONValue {
    ["name": .string(name), "parameters": parameters, "key": key]
  }

  private func resumption(_ key: String = "order-1") -> JSONValue { ["resume": .string(key)] }

  private func send(_ body: JSONValue, from page: InMemoryPage) -> Answers {
    let answers = Answers()
    answers.number = page.request("causeway", text: body.json) { answers.all.append($0) }
    return answers
  }

  @MainActor private final class Answers {
    var all: [InMemoryPage.Settlement] = []
    var number: UInt64 = 0
  }

  // MARK: Once

  @Test func anOutcomeIsKeptAndTheHandlerRunsOnce() async {
    let bridge = bridge()
    let page = InMemoryPage(bridge)
    #expect(await page.request("causeway", body("pay")) == .resolved("coffee"))
    #expect(await page.request("causeway", body("pay")) == .resolved("coffee"))
    page.close()
    let reloaded = InMemoryPage(bridge)
    #expect(await reloaded.request("causeway", resumption()) == .resolved("coffee"))
    #expect(counter.count == 1)
  }

  @Test func aFailureIsKept() async {
    let page = InMemoryPage(bridge())
    #expect(code(await page.request("causeway", body("pay", "fail"))) == "NOT_SOLD")
    #expect(code(await page.request("causeway", body("pay", "fail"))) == "NOT_SOLD")
    #expect(code(await page.request("causeway", resumption())) == "NOT_SOLD")
    #expect(counter.count == 1)
  }

  @Test func aCallContinuesWhenItsPageGoesAway() async {
    let bridge = bridge()
    let page = InMemoryPage(bridge)
    let first = send(body("hold"), from: page)
    page.close()
    #expect(counter.cancellations.isEmpty)
    let reloaded = InMemoryPage(bridge)
    let resumed = send(resumption(), from: reloaded)
    let repeated = send(body("hold"), from: reloaded)
    held.answerAll()
    #expect(await eventually { resumed.all == [.resolved("late")] && repeated.all == [.resolved("late")] })
    #expect(first.all.isEmpty)
    #expect(counter.count == 1)
    #expect(page.violations.isEmpty && reloaded.violations.isEmpty)
  }

  @Test func aCallWithoutAKeyIsCancelledWhenItsPageGoesAway() {
    let page = InMemoryPage(bridge())
    _ = send(["name": "hold", "parameters": "coffee"], from: page)
    page.close()
    #expect(counter.cancellations == ["DOCUMENT_GONE"])
  }

  // MARK: Wrong keys

  @Test func aKeyOfAnotherCallIsRefused() async {
    let page = InMemoryPage(bridge())
    _ = await page.request("causeway", body("pay"))
    #expect(code(await page.request("causeway", body("pay", "tea"))) == "KEY_REUSED")
    #expect(code(await page.request("causeway", body("hold"))) == "KEY_REUSED")
    #expect(counter.count == 1)
  }

  @Test func theResumptionOfAnUnknownKeyFailsWithItsOwnCode() async {
    let page = InMemoryPage(bridge())
    #expect(code(await page.request("causeway", resumption("never"))) == "UNKNOWN_KEY")
  }

  @Test(arguments: ["", String(repeating: "k", count: 257)])
  func aKeyOfAWrongLengthIsRefused(key: String) async {
    let page = InMemoryPage(bridge())
    #expect(code(await page.request("causeway", body("pay", key: .string(key)))) == "KEY_REFUSED")
    #expect(counter.count == 0)
  }

  @Test func aKeyThatIsNoTextIsMalformed() async {
    let page = InMemoryPage(bridge())
    #expect(code(await page.request("causeway", body("pay", key: 7))) == "MALFORMED")
    #expect(counter.count == 0)
  }

  @Test func aFunctionWithoutAJSONResultRefusesKeys() async {
    let page = InMemoryPage(bridge())
    #expect(code(await page.request("causeway", body("bytes"))) == "KEY_REFUSED")
  }

  // MARK: Other pages

  @Test func pagesOfAnotherOriginDoNotGetTheOutcome() async {
    let bridge = bridge()
    _ = await InMemoryPage(bridge).request("causeway", body("pay"))
    let other = InMemoryPage(bridge, origin: Origin(scheme: "https", host: "other.example"))
    #expect(code(await other.request("causeway", resumption())) == "UNKNOWN_KEY")
    #expect(await other.request("causeway", body("pay", "tea")) == .resolved("tea"))
    #expect(counter.count == 2)
  }

  @Test func anOpaqueOriginCannotUseKeys() async {
    let page = InMemoryPage(bridge(), origin: .opaque)
    #expect(code(await page.request("causeway", body("pay"))) == "KEY_REFUSED")
    #expect(counter.count == 0)
  }

  @Test func aFrameThatMayNotCallMayNotResume() async {
    let bridge = bridge(policy: .mainFrame)
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", body("pay"))
    let frame = InMemoryPage(
      bridge, origin: page.frame.origin, isMainFrame: false, mainFrameOrigin: page.frame.origin)
    #expect(code(await frame.request("causeway", resumption())) == "REFUSED")
  }

  // MARK: Ends

  @Test func aWithdrawalCancelsTheCall() async {
    let page = InMemoryPage(bridge())
    let first = send(body("hold"), from: page)
    page.withdraw(first.number)
    #expect(counter.cancellations == ["CANCELLED"])
    #expect(code(await page.request("causeway", resumption())) == "CANCELLED")
  }

  @Test func theWithdrawalOfAResumptionDoesNotCancelTheCall() async {
    let page = InMemoryPage(bridge())
    let first = send(body("hold"), from: page)
    page.withdraw(send(resumption(), from: page).number)
    #expect(counter.cancellations.isEmpty)
    held.answerAll()
    #expect(await eventually { first.all == [.resolved("late")] })
  }

  @Test func theDeadlineAlsoEndsACallWhosePageIsGone() async {
    let bridge = bridge()
    let page = InMemoryPage(bridge)
    _ = send(body("hold"), from: page)
    page.close()
    await settleDown()
    clock.advance(by: .seconds(61))
    #expect(await eventually { counter.cancellations == ["DEADLINE_EXCEEDED"] })
    #expect(code(await InMemoryPage(bridge).request("causeway", resumption())) == "DEADLINE_EXCEEDED")
  }

  // MARK: The same call

  @Test func aRepeatedCallWithOtherBytesIsRefused() async {
    let page = InMemoryPage(bridge())
    #expect(await page.request("causeway", body("pay"), bytes: [1, 2]) == .resolved("coffee"))
    #expect(await page.request("causeway", body("pay"), bytes: [1, 2]) == .resolved("coffee"))
    for other: Bytes? in [[1, 3], [2, 1], [1, 2, 0], [], nil] {
      #expect(code(await page.request("causeway", body("pay"), bytes: other)) == "KEY_REUSED")
    }
    #expect(counter.count == 1)
  }

  /// A page can distinguish these keys, which are equal by canonical equivalence.
  @Test func keysAreComparedByTheirCodeUnits() async {
    let page = InMemoryPage(bridge())
    #expect(await page.request("causeway", body("pay", "tea", key: "caf\u{E9}")) == .resolved("tea"))
    #expect(await page.request("causeway", body("pay", "milk", key: "cafe\u{301}")) == .resolved("milk"))
    #expect(await page.request("causeway", resumption("caf\u{E9}")) == .resolved("tea"))
    #expect(code(await page.request("causeway", body("pay", "te\u{E9}", key: "caf\u{E9}"))) == "KEY_REUSED")
  }

  // MARK: Limits

  @Test func withdrawnResumptionsReleaseTheirMemory() async {
    var table = KeyedCallTable<Int>(limits: .standard)
    let key = KeyedCallTable<Int>.Key(
      dialect: "causeway", origin: Origin(scheme: "https", host: "a.example"), text: "1")
    let content = KeyedCallTable<Int>.Content(capability: "pay", parameters: 0, bytes: nil)
    _ = table.admit(content, key: key, waiter: 0, deadline: nil, now: .zero) { $0 == 0 }
    for waiter in 1...10_000 { _ = table.resume(key, waiter: waiter, now: .zero) { $0 == 0 } }
    let waiters = table.end(1, .success(nil), now: .zero)
    #expect(waiters?.first == 0)
    #expect(waiters.map { $0.count <= 17 } == true)
  }

  @Test func anOutcomeIsForgottenAfterTheKeptDuration() async {
    let bridge = bridge()
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", body("pay"))
    clock.advance(by: bridge.limits.keptOutcomeDuration)
    #expect(code(await page.request("causeway", resumption())) == "UNKNOWN_KEY")
    #expect(await page.request("causeway", body("pay", "tea")) == .resolved("tea"))
  }

  @Test func theAppCanForgetOutcomes() async {
    let bridge = bridge()
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", body("pay"))
    bridge.forgetOutcomes(of: Origin(scheme: "https", host: "other.example"))
    #expect(await page.request("causeway", resumption()) == .resolved("coffee"))
    bridge.forgetOutcomes()
    #expect(code(await page.request("causeway", resumption())) == "UNKNOWN_KEY")
  }

  @Test func aLargeOutcomeIsNotKeptAndItsCallDoesNotRunAgain() async {
    var limits = Limits()
    limits.keptOutcomeBytes = 10
    let page = InMemoryPage(bridge(limits: limits))
    #expect(await page.request("causeway", body("pay", "a long coffee")) == .resolved("a long coffee"))
    #expect(code(await page.request("causeway", body("pay", "a long coffee"))) == "OUTCOME_NOT_KEPT")
    #expect(counter.count == 1)
  }

  @Test func theOldestOutcomesAreDiscardedFirst() async {
    var limits = Limits()
    limits.keptOutcomeBytes = 20
    let page = InMemoryPage(bridge(limits: limits))
    for key in ["1", "2", "3"] { _ = await page.request("causeway", body("pay", key: .string(key))) }
    #expect(code(await page.request("causeway", resumption("1"))) == "OUTCOME_NOT_KEPT")
    #expect(await page.request("causeway", resumption("2")) == .resolved("coffee"))
    #expect(await page.request("causeway", resumption("3")) == .resolved("coffee"))
  }

  @Test func tooManyKeysAreRefused() async {
    var limits = Limits()
    limits.keyedCalls = 2
    let bridge = bridge(limits: limits)
    let page = InMemoryPage(bridge)
    for key in ["1", "2"] { _ = await page.request("causeway", body("pay", key: .string(key))) }
    #expect(code(await page.request("causeway", body("pay", key: "3"))) == "TOO_MANY_KEYS")
    #expect(await page.request("causeway", body("pay", key: "2")) == .resolved("coffee"))
    let other = InMemoryPage(bridge, origin: Origin(scheme: "https", host: "other.example"))
    #expect(await other.request("causeway", body("pay", key: "3")) == .resolved("coffee"))
  }

  @Test("Random pages never make a call run twice", arguments: [UInt64](1...40))
  func random(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let bridge = bridge()
    var pages = [InMemoryPage(bridge)]
    var answers: [Answers] = []
    var keys: Set<String> = []
    for _ in 0..<200 {
      let key = "\(Int.random(in: 0..<6, using: &generator))"
      let page = pages[Int.random(in: 0..<pages.count, using: &generator)]
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        page.close()
        pages.removeAll { $0 === page }
        pages.append(InMemoryPage(bridge))
      case 1: pages.append(InMemoryPage(bridge))
      case 2: held.answerAll()
      case 3: answers.append(send(resumption(key), from: page))
      default:
        keys.insert(key)
        answers.append(send(body("hold", .string(key), key: .string(key)), from: page))
      }
    }
    held.answerAll()
    await settleDown()
    #expect(counter.count == keys.count, "seed \(seed)")
    #expect(answers.allSatisfy { $0.all.count <= 1 }, "seed \(seed)")
    #expect(pages.allSatisfy { $0.violations.isEmpty }, "seed \(seed)")
  }
}
