import Testing

@testable import OnsideTesting

/// The rule for idempotency keys that local testing and the sandbox store follow.
struct PaymentKeyTests {
  typealias Key = PaymentKey<Int, String>

  @Test func theSameRequestGetsTheOrderAgain() {
    let key = Key(fingerprint: [1], outcome: .paid(7, by: "ada"))
    guard case .paid(7, by: "ada")? = key.answer(to: [1], of: "ada") else {
      Issue.record("the order is not the answer")
      return
    }
    #expect(key.settlement?.order == 7 && key.settlement?.account == "ada")
  }

  @Test func aDifferentRequestOrAnotherPayerIsRefused() {
    let key = Key(fingerprint: [1], outcome: .paid(7, by: "ada"))
    #expect(key.answer(to: [2], of: "ada") == nil)
    #expect(key.answer(to: [1], of: "eve") == nil)
    #expect(Key(outcome: .paid(7, by: "ada")).answer(of: "eve") == nil)
    #expect(Key(fingerprint: [1], outcome: .refused("no")).answer(to: [2], of: "ada") == nil)
  }

  @Test func aRefusalIsRepeatedAndSettlesToNothing() {
    let key = Key(fingerprint: [1], outcome: .refused("no"))
    guard case .refused("no")? = key.answer(to: [1], of: "ada") else {
      Issue.record("the refusal is not the answer")
      return
    }
    #expect(key.settlement == nil)
  }

  @Test func aKeyThatWasSettledFirstIsVoidForEveryRequest() {
    let key = Key(outcome: .void)
    guard case .void? = key.answer(to: [1], of: "ada") else {
      Issue.record("the key is not void")
      return
    }
    #expect(key.settlement == nil)
  }
}
