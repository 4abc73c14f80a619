import Foundation
import Testing

@testable import OnsideCore

/// The user's input for a card, and its mistakes.
@Suite struct CardInputTests {
  /// 15 March 2027.
  private let today = Date(timeIntervalSince1970: 1_805_068_800)

  private func input(
    _ number: String = "4242 4242 4242 4242", _ expiry: String = "04/29", _ code: String = "123"
  ) -> CardInput {
    CardInput(number: number, expiry: expiry, securityCode: code)
  }

  @Test func cardNumbersAndExpiryDatesAreReadInEveryGrouping() throws {
    for (number, expiry) in [
      ("4242424242424242", "04/29"), ("4242-4242-4242-4242", "4/29"), (" 4242 4242 42424242 ", "0429"),
      ("4242424242424242", "04 / 2029"), ("4242424242424242", "042029"),
    ] {
      let card = try #require(input(number, expiry).card(on: today), "\(number) \(expiry)")
      #expect(card == OnsideCard(number: "4242424242424242", expiryMonth: 4, expiryYear: 2029, securityCode: "123"))
    }
  }

  @Test(arguments: [
    ("", "Enter the card number."), ("4242 4242", "Some digits of the card number are missing."),
    ("5555 5555 5555 44444", "The card number has too many digits."),
    ("4242 4242 4242 4242 42424", "The card number has too many digits."),
    ("4242 4242 4242 424", "A Visa card number has 13, 16 or 19 digits; this one has 15."),
    ("4242 4242 4242 4241", "This is not a card number. Check the digits."),
    ("4242 4242 4242 424x", "A card number contains only digits."),
    ("٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", "A card number contains only digits."),
    ("3782 822463 1000", "Some digits of the card number are missing."),
  ])
  func eachInvalidCardNumberHasItsMessage(number: String, mistake: String) {
    #expect(input(number).mistakes(on: today)[.number] == mistake)
    #expect(input(number).card(on: today) == nil)
  }

  @Test(arguments: [
    ("", "Enter the month and year."), ("13/29", "Enter the month and year, such as 04/29."),
    ("0/29", "Enter the month and year, such as 04/29."), ("04", "Enter the month and year, such as 04/29."),
    ("04/9", "Enter the month and year, such as 04/29."), ("April", "Enter the month and year, such as 04/29."),
    ("02/27", "This card has expired. Use another card."),
    ("12/26", "This card has expired. Use another card."),
    ("04/99", "This year is too far in the future. Check the date."),
  ])
  func eachInvalidExpiryDateHasItsMessage(expiry: String, mistake: String) {
    #expect(input("4242 4242 4242 4242", expiry).mistakes(on: today)[.expiry] == mistake)
  }

  @Test func aCardIsValidUntilTheEndOfItsExpiryMonth() {
    #expect(input("4242424242424242", "03/27").mistakes(on: today).isEmpty)
  }

  @Test func theSecurityCodeHasThreeDigitsOrFourForAmericanExpress() {
    for code in ["", "12", "1234", "12x"] {
      #expect(
        input("4242424242424242", "04/29", code).mistakes(on: today)[.securityCode]
          == "Enter the 3 digits on the back of the card.")
    }
    #expect(input("378282246310005", "04/29", "1234").mistakes(on: today).isEmpty)
    #expect(
      input("378282246310005", "04/29", "123").mistakes(on: today)[.securityCode]
        == "Enter the 4 digits on the front of the card.")
  }

  @Test(arguments: ["4222 2222 2222 2", "4242 4242 4242 4242", "4000 0000 0000 0000 006"])
  func aVisaNumberHas13Or16Or19Digits(number: String) {
    #expect(input(number).mistakes(on: today).isEmpty)
  }

  @Test func groupingKeepsSurplusDigits() {
    let long = String(repeating: "4242", count: 6)
    #expect(CardInput.grouped(long).filter { $0 != " " } == long)
    #expect(CardInput.grouped(long) == "4242 4242 4242 4242 4242 4242")
    let american = "378282246310005" + "12345"
    #expect(CardInput.grouped(american).filter { $0 != " " } == american)
    #expect(input(long).mistakes(on: today)[.number] == "The card number has too many digits.")
  }

  @Test func theLuhnCheckRejectsAWrongDigitAndSwappedDigits() {
    for number in ["4242424242424242", "5555555555554444", "378282246310005", "4000000000000002", "79927398713"] {
      #expect(CardInput.passesLuhn(number))
    }
    for number in ["", "4242424242424243", "5555555555554445", "79927398710", "79927389713"] {
      #expect(!CardInput.passesLuhn(number))
    }
  }

  @Test func numbersAndDatesAreFormattedAsOnTheCard() {
    #expect(CardInput.grouped("4242424242424242") == "4242 4242 4242 4242")
    #expect(CardInput.grouped("42424") == "4242 4")
    #expect(CardInput.grouped("378282246310005") == "3782 822463 10005")
    #expect(CardInput.grouped("424x") == "424x")
    #expect(CardInput.formattedExpiry("429") == "429")
    #expect(CardInput.formattedExpiry("0429") == "04/29")
  }

  @Test func descriptionsOfACardContainNoneOfItsData() throws {
    let card = try #require(input().card(on: today))
    var dumped = ""
    dump(card, to: &dumped)
    for text in ["\(card)", String(reflecting: card), dumped] {
      #expect(!text.contains("4242") && !text.contains("123") && !text.contains("2029"))
    }
  }
}
