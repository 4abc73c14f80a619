import Foundation
import Testing

@testable import OnsideMerchant

/// The rules for the repetition of a request to the Merchant API.
@Suite("Tries of the merchant's client") struct RetryTests {
  private let policy = RetryPolicy(options: MerchantClientOptions())

  private func pause(
    _ error: MerchantError, tries: Int = 1, left: Duration = .seconds(30), chance: Double = 1
  ) -> Duration? {
    policy.pause(after: error, tries: tries, left: left, chance: chance)
  }

  @Test("A request that can succeed later is tried again")
  func transient() {
    let errors: [MerchantError] = [
      .rateLimited(retryAfter: nil), .unavailable(status: 500, retryAfter: nil), .timedOut, .unreachable(reason: ""),
    ]
    for error in errors { #expect(pause(error) != nil, "\(error)") }
  }

  @Test("A request that would be refused again is not tried again")
  func lasting() {
    let errors: [MerchantError] = [
      .unauthorized, .notAllowed, .unknownOrder, .redirected(status: 302), .unexpectedStatus(418),
      .unexpectedContentType, .tooLarge(maximumBytes: 1), .notSigned(.algorithmNone), .cancelled, .insecureServer,
      .token(.lifetimeOutOfRange),
    ]
    for error in errors { #expect(pause(error) == nil, "\(error)") }
  }

  @Test("Pauses double up to the maximum, and half of each pause is random")
  func doubling() {
    var options = MerchantClientOptions()
    options.maximumTries = 100
    let policy = RetryPolicy(options: options)
    for (tries, milliseconds) in [(1, 250), (2, 500), (3, 1000), (5, 4000), (6, 5000), (90, 5000)] {
      for chance in [0, 0.5, 1] {
        let pause = policy.pause(after: MerchantError.timedOut, tries: tries, left: .seconds(30), chance: chance)
        #expect(pause == .milliseconds(milliseconds) * (0.5 + chance / 2))
      }
    }
  }

  @Test("There is no pause after the last try")
  func last() {
    #expect(pause(.timedOut, tries: 3) != nil)
    #expect(pause(.timedOut, tries: 4) == nil)
  }

  @Test("A pause that is longer than the remaining time ends the tries")
  func deadline() {
    #expect(pause(.timedOut, left: .milliseconds(251)) == .milliseconds(250))
    #expect(pause(.timedOut, left: .milliseconds(250)) == nil)
  }

  @Test("The pause is at least Retry-After, and a Retry-After that is too long ends the tries")
  func demanded() {
    let error: (Duration) -> MerchantError = { .unavailable(status: 503, retryAfter: $0) }
    for chance in [0, 0.5, 1] {
      let pause = pause(error(.seconds(7)), chance: chance)
      #expect(pause.map { $0 >= .seconds(7) && $0 <= .milliseconds(7250) } == true)
    }
    #expect(pause(.rateLimited(retryAfter: .seconds(20))) != nil)
    #expect(pause(.rateLimited(retryAfter: .seconds(21))) == nil)
    #expect(pause(.rateLimited(retryAfter: .seconds(7)), left: .seconds(7)) == nil)
  }

  @Test(
    "Retry-After is seconds or a date",
    arguments: [
      ("120", 120), (" 3 ", 3), ("0", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 10), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
      ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil), (nil, nil),
    ] as [(String?, Double?)])
  func retryAfter(text: String?, seconds: Double?) {
    let now = Date(timeIntervalSince1970: 784_111_767)
    #expect(RetryAfter.duration(text, at: now) == seconds.map { .seconds($0) })
  }
}
