import CausewayTesting
import Testing

@testable import Causeway

/// The holder of a ``Responder`` is notified when its request no longer needs an answer.
@MainActor @Suite("Cancellation of held responders") struct CancellationTests {
  private let clock = ManualClock()
  private let held = HeldResponders()
  private let told = Told()

  @MainActor private final class Told {
    var failures: [String] = []
  }

  private func page(deadline: Capability.Deadline = .never) -> InMemoryPage {
    let bridge = Bridge(clock: clock)
    let hold = Capability(
      "hold", policy: .everyone, deadline: deadline,
      responding: { [held, told] _, _, responder in
        responder.onCancel { told.failures.append($0.code) }
        held.append(responder)
      })
    bridge.install(CausewayDialect([hold]))
    return InMemoryPage(bridge)
  }

  @discardableResult
  private func ask(_ page: InMemoryPage) -> UInt64 {
    page.request("causeway", text: #"{"name":"hold"}"#) { _ in }
  }

  @Test func theEndOfTheDocumentNotifiesTheHolder() {
    let page = page()
    ask(page)
    ask(page)
    page.close()
    #expect(told.failures == ["DOCUMENT_GONE", "DOCUMENT_GONE"])
  }

  @Test func aWithdrawalNotifiesTheHolder() async {
    let page = page()
    let first = ask(page)
    ask(page)
    page.withdraw(first)
    #expect(told.failures == ["CANCELLED"])
    page.withdraw(first)
    #expect(told.failures == ["CANCELLED"])
  }

  @Test func aDeadlineNotifiesTheHolder() async {
    let page = page(deadline: .after(.seconds(1)))
    ask(page)
    await settleDown()
    clock.advance(by: .seconds(2))
    #expect(await eventually { told.failures == ["DEADLINE_EXCEEDED"] })
  }

  @Test func anAnswerDoesNotNotifyTheHolder() async {
    let page = page()
    ask(page)
    held.answerAll()
    page.close()
    await settleDown()
    #expect(told.failures.isEmpty)
    #expect(page.violations.isEmpty)
  }

  @Test func releasingTheResponderDoesNotNotifyTheHolder() async {
    let page = page()
    ask(page)
    held.release()
    await settleDown()
    page.close()
    #expect(told.failures.isEmpty)
  }

  @Test func aHandlerThatIsSetAfterTheCancellationRunsAtOnce() async {
    let page = page()
    ask(page)
    page.close()
    held.onCancel { self.told.failures.append("late \($0.code)") }
    #expect(told.failures == ["DOCUMENT_GONE", "late DOCUMENT_GONE"])
  }

  @Test func anAnswerAfterTheCancellationIsNotSent() async {
    let page = page()
    ask(page)
    page.close()
    held.answerAll()
    await settleDown()
    #expect(page.violations.isEmpty)
  }

  /// A cancellation handler may itself end the page's other requests.
  @Test func aCancellationHandlerMayCloseThePage() {
    let bridge = Bridge(clock: clock)
    var page: InMemoryPage?
    bridge.install(
      CausewayDialect([
        Capability(
          "hold", policy: .everyone, deadline: .never,
          responding: { [held, told] _, _, responder in
            responder.onCancel {
              told.failures.append($0.code)
              page?.close()
            }
            held.append(responder)
          })
      ]))
    let made = InMemoryPage(bridge)
    page = made
    let first = ask(made)
    ask(made)
    made.withdraw(first)
    #expect(told.failures == ["CANCELLED", "DOCUMENT_GONE"])
    page = nil
  }
}
