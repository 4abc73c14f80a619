import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

/// Tests of calls with a key that still run while another page uses the key, or while the app forgets them.
@MainActor @Suite("Calls with keys that several pages share") struct SharedKeyedCallTests {
  private let bridge = Bridge(clock: ManualClock())
  private let held = HeldResponders()
  private let cancellations = Cancellations()
  private let call: JSONValue = ["name": "hold", "parameters": "coffee", "key": "order-1"]
  private let resumption: JSONValue = ["resume": "order-1"]

  @MainActor private final class Cancellations {
    var codes: [String] = []
  }

  @MainActor private final class Answers {
    var all: [InMemoryPage.Settlement] = []
    var number: UInt64 = 0
  }

  init() {
    bridge.install(
      CausewayDialect([
        Capability(
          "hold", policy: .everyone, deadline: .never,
          responding: { [held, cancellations] _, _, responder in
            responder.onCancel { cancellations.codes.append($0.code) }
            held.append(responder)
          })
      ]))
  }

  private func send(_ body: JSONValue, from page: InMemoryPage) -> Answers {
    let answers = Answers()
    answers.number = page.request("causeway", text: body.json) { answers.all.append($0) }
    return answers
  }

  // MARK: Withdrawals

  @Test(arguments: [true, false])
  func aWithdrawalDoesNotCancelACallForWhichAnotherPageWaits(isOfTheFirst: Bool) async {
    let pages = [InMemoryPage(bridge), InMemoryPage(bridge)]
    let answers = pages.map { send(call, from: $0) }
    let withdrawn = isOfTheFirst ? 0 : 1
    pages[withdrawn].withdraw(answers[withdrawn].number)
    #expect(cancellations.codes.isEmpty)
    held.answerAll()
    #expect(await eventually { answers[1 - withdrawn].all == [.resolved("late")] })
  }

  @Test func theLastWithdrawalCancelsTheCall() async {
    let pages = [InMemoryPage(bridge), InMemoryPage(bridge)]
    let answers = pages.map { send(call, from: $0) }
    pages[0].withdraw(answers[0].number)
    #expect(cancellations.codes.isEmpty)
    pages[1].withdraw(answers[1].number)
    #expect(cancellations.codes == ["CANCELLED"])
    #expect(code(await pages[0].request("causeway", resumption)) == "CANCELLED")
  }

  // MARK: Forgotten calls

  @Test func theOutcomeOfAForgottenCallIsNotKept() async {
    let page = InMemoryPage(bridge)
    let first = send(call, from: page)
    bridge.forgetOutcomes()
    let next = InMemoryPage(bridge)
    #expect(code(await next.request("causeway", resumption)) == "UNKNOWN_KEY")
    #expect(code(await next.request("causeway", call)) == "KEY_REUSED")
    #expect(held.count == 1)
    held.answerAll()
    #expect(await eventually { first.all == [.resolved("late")] })
    #expect(code(await next.request("causeway", resumption)) == "UNKNOWN_KEY")
    _ = send(call, from: next)
    #expect(held.count == 1, "the call runs again")
  }

  @Test func onlyCallsOfTheOriginAreForgotten() async {
    let page = InMemoryPage(bridge)
    let first = send(call, from: page)
    bridge.forgetOutcomes(of: Origin(scheme: "https", host: "other.example"))
    let next = InMemoryPage(bridge)
    let resumed = send(resumption, from: next)
    held.answerAll()
    #expect(await eventually { first.all == [.resolved("late")] && resumed.all == [.resolved("late")] })
  }

  @Test func thePageOfAForgottenCallCanWithdrawIt() {
    let page = InMemoryPage(bridge)
    let first = send(call, from: page)
    bridge.forgetOutcomes()
    page.withdraw(first.number)
    #expect(cancellations.codes == ["CANCELLED"])
  }
}
