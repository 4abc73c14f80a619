import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("The schedule of checks") struct CheckScheduleTests {
  private static let (hour, day): (TimeInterval, TimeInterval) = (3_600, 86_400)

  /// Returns the pause before the next check of an order of this age, in seconds; nil for no check.
  private func pause(
    age: TimeInterval, expires: TimeInterval? = nil, revoked: TimeInterval? = nil,
    type: InAppPurchase.ProductType = .nonConsumable, isRenewed: Bool = false
  ) -> TimeInterval? {
    let now = LedgerTime(InAppPurchase.epoch + age)
    let statement = OrderStatement(InAppPurchase(order: UUID(), type: type, expires: expires, revoked: revoked))
    let order = LedgerOrder(
      orderID: UUID(), customer: ExactText("ann"), statement: statement,
      grant: LedgerOrder.Grant(request: UUID(), date: now))
    return CheckSchedule.next(of: order, at: now, isRenewed: isRenewed).map {
      Double($0.microseconds - now.microseconds) / 1e6
    }
  }

  @Test("The pause is an eighth of the age, from six hours to thirty days, until the order is two years old")
  func pauses() {
    #expect(pause(age: 0) == 6 * Self.hour)
    #expect(pause(age: 2 * Self.day) == 6 * Self.hour)
    #expect(pause(age: 16 * Self.day) == 2 * Self.day)
    #expect(pause(age: 600 * Self.day) == 30 * Self.day)
    #expect(pause(age: 730 * Self.day) == nil)
    // The purchase is later than the backend's clock.
    #expect(pause(age: -Self.day) == 6 * Self.hour)
    #expect(pause(age: Self.day, revoked: 1) == nil)
  }

  @Test("A period is checked at its end, for its renewal, and for a day after that")
  func periods() {
    #expect(pause(age: 29 * Self.day, expires: 30 * Self.day) == Self.day)
    #expect(pause(age: 30 * Self.day + 60, expires: 30 * Self.day) == 6 * Self.hour)
    #expect(pause(age: 31 * Self.day, expires: 30 * Self.day) == nil)
  }

  @Test("The renewal of a subscription is expected for 60 days, because the payment can be late")
  func renewal() {
    func pause(afterEnd time: TimeInterval, isRenewed: Bool = false) -> TimeInterval? {
      self.pause(
        age: 30 * Self.day + time, expires: 30 * Self.day, type: .autoRenewableSubscription, isRenewed: isRenewed)
    }
    #expect(pause(afterEnd: 60) == 6 * Self.hour)
    #expect(pause(afterEnd: Self.day) == Self.day)
    #expect(pause(afterEnd: 8 * Self.day) == Self.day)
    #expect(pause(afterEnd: 40 * Self.day) == 5 * Self.day)
    #expect(pause(afterEnd: 60 * Self.day) == nil)
    #expect(pause(afterEnd: 60, isRenewed: true) == 6 * Self.hour)
    #expect(pause(afterEnd: Self.day, isRenewed: true) == nil)
  }

  @Test("An order is asked about some fifty times in its first year, half of them in its first two weeks")
  func count() {
    var ages: [TimeInterval] = []
    var age: TimeInterval = 0
    while let pause = pause(age: age), age + pause < 365 * Self.day {
      age += pause
      ages.append(age)
    }
    #expect((45...55).contains(ages.count), "\(ages.count)")
    #expect((20...30).contains(ages.filter { $0 < 14 * Self.day }.count), "\(ages.filter { $0 < 14 * Self.day }.count)")
  }
}
