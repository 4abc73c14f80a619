import Testing

@testable import OnsideCore

/// The text of an error on a screen.
@Suite struct ServiceErrorTextTests {
  @Test func aTextForLogsIsNotShownToTheUser() {
    #expect(!OnsideServiceError.internalError("token=secret").userMessage.contains("secret"))
  }

  @Test func aRefusalsReasonIsEscapedAndTruncated() {
    let message = OnsideServiceError.refused("No\u{202E}" + String(repeating: "x", count: 5_000)).userMessage
    #expect(message.hasPrefix("No⟨U+202E⟩xxx"))
    #expect(message.unicodeScalars.count < 340)
  }

  @Test func aRefusalWithoutAReasonHasATextOnEveryScreen() {
    #expect(
      OnsideServiceError.refused("").userMessage
        == "The store refused the request and gave no reason. Try again later.")
    var sheet = ScreenSamples.sheet(ScreenSamples.product(4.99))
    sheet.occasion = .declined("")
    #expect(
      PaymentText(sheet).problem == "The card was declined. Nothing was paid. You can pay with another card.")
  }

  @Test func eachErrorHasItsOwnText() {
    let errors: [OnsideServiceError] = [
      .connectionError, .appNotRegistered, .invalidProductIdentifier, .serviceUnavailable, .notLoggedIn,
      .notSupportedInLocalTesting, .refused("Declined."), .priceChanged(ScreenSamples.product(1)), .cancelled,
      .internalError(""),
    ]
    #expect(Set(errors.map(\.userMessage)).count == errors.count)
    #expect(errors.allSatisfy { $0.userMessage.hasSuffix(".") })
  }
}
