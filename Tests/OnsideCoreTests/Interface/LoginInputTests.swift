import Testing

@testable import OnsideCore

/// The user's input in the login.
@Suite struct LoginInputTests {
  @Test(arguments: [
    ("ada@example.com", "ada@example.com"), (" ada@example.com ", "ada@example.com"),
    ("a.b+c@mail.example.co.uk", "a.b+c@mail.example.co.uk"), ("ä@exämple.de", "ä@exämple.de"),
  ])
  func validEmailAddressesAreAccepted(text: String, address: String) {
    #expect(LoginInput.email(text) == .email(address))
  }

  @Test(arguments: ["", "ada", "@example.com", "ada@", "ada@example", "ada@.com", "ada@com.", "a@b@example.com"])
  func invalidEmailAddressesAreRejected(text: String) {
    #expect(LoginInput.email(text) == nil)
  }

  @Test(arguments: [
    ("+49 170 1234567", "+491701234567"), ("0049 (170) 123-45.67", "+491701234567"),
    ("+1 202 555 0100", "+12025550100"),
    ("+4712345", "+4712345"), ("+123456789012345", "+123456789012345"),
  ])
  func validPhoneNumbersAreAcceptedInInternationalForm(text: String, number: String) {
    #expect(LoginInput.phone(text) == .phone(number))
  }

  @Test(arguments: [
    "", "+", "+49", "0170 1234567", "+0170 1234567", "+49 170 12x4567", "+1234567890123456", "1701234567",
    "+49+1701234567",
    "+٤٩١٧٠١٢٣٤٥",
  ])
  func invalidPhoneNumbersAreRejected(text: String) {
    #expect(LoginInput.phone(text) == nil)
  }

  @Test(arguments: [("DE", "+49"), ("US", "+1"), ("NL", "+31"), ("JP", "+81"), ("KW", "+965"), ("TT", "+1868")])
  func aCountryHasItsCallingCode(country: String, code: String) {
    #expect(CallingCode.of(country) == code)
  }

  @Test(arguments: ["", "de", "XX", "DEU"]) func anUnknownCountryHasNoCallingCode(country: String) {
    #expect(CallingCode.of(country) == nil)
  }
}
