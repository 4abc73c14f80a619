import Testing

@testable import OnsideCore

/// Tests of the store's description of a login code, which determines timers, input fields and texts.
@Suite("A login code as a store describes it") struct LoginCodePayloadTests {
  private func code(digits: Int = 6, resendIn: Int = 30) -> OnsideLoginCode? {
    LoginCodePayload(id: "a", digits: digits, expiresIn: 600, resendIn: resendIn).code(for: .email("ada@example.com"))
  }

  @Test(arguments: [Int.min, -1, 0, 3, 13, 1_073_741_824, Int.max])
  func anImpossibleCodeLengthIsRejected(_ digits: Int) {
    #expect(code(digits: digits) == nil)
  }

  @Test(arguments: [(Int.min, 0), (-1, 0), (30, 30), (4_294_968, 86_400), (Int.max, 86_400)])
  func theResendDelayIsBetweenZeroAndOneDay(_ given: Int, _ taken: Int) {
    #expect(code(resendIn: given)?.resendDelay == .seconds(taken))
  }
}

/// Tests that no description contains a secret that the user has typed.
@Suite("Descriptions of secrets") struct RedactedTests {
  private static let secrets: [any Sendable] = {
    let code = OnsideLoginCode(
      id: "a", credential: .email("ada@example.com"), length: 6, lifetime: .seconds(600), resendDelay: .seconds(30),
      testDigits: "739201")
    let card = OnsideCard(number: "4242739201424242", expiryMonth: 4, expiryYear: 2031, securityCode: "739201")
    return [
      code, OnsideLoginStep.code(code), OnsideLoginProof.code(code, digits: "739201"), card, CardPayload(card),
      CardInput(number: "4242 739201", expiry: "04/31", securityCode: "739201"),
      LoginRequestPayload(loginCode: "a", code: "739201"),
    ]
  }()

  @Test(arguments: secrets.indices)
  func noDescriptionAndNoDumpContainsTheSecret(_ index: Int) {
    let secret = Self.secrets[index]
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped] {
      #expect(!text.contains("739201"), "\(type(of: secret))")
    }
  }
}
