import Foundation
import OnsideCore
import Testing

@testable import OnsideTesting

/// The rules for login codes. Local testing and the sandbox store share them.
@Suite struct LoginCodesTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let ada = OnsideCredential.email("ada@example.com")

  private func send(
    _ codes: inout LoginCodes, _ digits: String = "123456", after seconds: Double = 0, to login: String = "email:ada"
  ) throws(OnsideLoginCodeError) -> LoginCodes.Message {
    try codes.send(to: ada, login: login, at: start + seconds) { digits }
  }

  @Test func aCodeIsUsedOnce() throws {
    var codes = LoginCodes()
    let message = try send(&codes)
    #expect(try codes.use(message.id, digits: "123456", at: start + 1) == ada)
    #expect(throws: OnsideLoginCodeError.expired) { try codes.use(message.id, digits: "123456", at: start + 2) }
  }

  @Test func aCodeIsValidForTenMinutes() throws {
    var codes = LoginCodes()
    let first = try send(&codes)
    #expect(try codes.use(first.id, digits: "123456", at: start + 599) == ada)
    let second = try send(&codes, after: 700)
    #expect(throws: OnsideLoginCodeError.expired) { try codes.use(second.id, digits: "123456", at: start + 1_300) }
  }

  @Test func afterFiveWrongTriesACodeIsVoid() throws {
    var codes = LoginCodes()
    let message = try send(&codes)
    for left in [4, 3, 2, 1] {
      #expect(throws: OnsideLoginCodeError.wrong(attemptsLeft: left)) {
        try codes.use(message.id, digits: "000000", at: start)
      }
    }
    #expect(throws: OnsideLoginCodeError.expired) { try codes.use(message.id, digits: "000000", at: start) }
    #expect(throws: OnsideLoginCodeError.expired) { try codes.use(message.id, digits: "123456", at: start) }
  }

  @Test func withinThirtySecondsTheSameCodeIsSentAgainWithItsTries() throws {
    var codes = LoginCodes()
    let first = try send(&codes)
    #expect(throws: OnsideLoginCodeError.wrong(attemptsLeft: 4)) {
      try codes.use(first.id, digits: "000000", at: start)
    }
    let again = try send(&codes, "999999", after: 29)
    #expect(again.id == first.id && again.digits == "123456")
    #expect(LoginCodes.resendDelay(of: again, at: start + 29) == 1)
    #expect(throws: OnsideLoginCodeError.wrong(attemptsLeft: 3)) {
      try codes.use(again.id, digits: "000000", at: start + 29)
    }
  }

  @Test func aNewCodeVoidsThePreviousOne() throws {
    var codes = LoginCodes()
    let first = try send(&codes)
    let second = try send(&codes, "654321", after: 30)
    #expect(throws: OnsideLoginCodeError.expired) { try codes.use(first.id, digits: "123456", at: start + 31) }
    #expect(try codes.use(second.id, digits: "654321", at: start + 31) == ada)
  }

  @Test func atMostFiveCodesAreSentToAnAddressWithinAnHour() throws {
    var codes = LoginCodes()
    for number in 0..<5 { _ = try send(&codes, after: Double(number) * 60) }
    #expect(throws: OnsideLoginCodeError.tooMany(retryAfter: 3_300)) { try send(&codes, after: 300) }
    _ = try send(&codes, after: 300, to: "email:grace")
    _ = try send(&codes, after: 3_600)
  }

  @Test func aLoginResetsTheCount() throws {
    var codes = LoginCodes()
    for number in 0..<5 { _ = try send(&codes, after: Double(number) * 60) }
    let last = try #require(codes.messages(at: start + 240).first)
    _ = try codes.use(last.id, digits: "123456", at: start + 240)
    _ = try send(&codes, after: 241)
  }

  @Test func aCodeIsValidInOneAppOnly() throws {
    var codes = LoginCodes()
    let first = try codes.send(to: ada, login: "email:ada", app: "shop", at: start) { "123456" }
    let second = try codes.send(to: ada, login: "email:ada", app: "news", at: start) { "654321" }
    #expect(first.id != second.id && codes.messages(at: start).count == 2)
    #expect(throws: OnsideLoginCodeError.expired) {
      try codes.use(first.id, digits: "123456", app: "news", at: start)
    }
    #expect(try codes.use(first.id, digits: "123456", app: "shop", at: start) == ada)
    #expect(try codes.use(second.id, digits: "654321", app: "news", at: start) == ada)
  }

  @Test func beyondTheCapacityTheOldestCodesAreRemoved() throws {
    var codes = LoginCodes()
    let first = try send(&codes, to: "0")
    for number in 1...LoginCodes.capacity { _ = try send(&codes, to: "\(number)") }
    #expect(codes.messages(at: start).count == LoginCodes.capacity)
    #expect(throws: OnsideLoginCodeError.expired) { try codes.use(first.id, digits: "123456", at: start) }
  }

  @Test func beyondTheCapacityTheLeastRecentlyUsedAddressIsForgotten() throws {
    var codes = LoginCodes()
    func spend(_ login: String, after seconds: Double) throws {
      for count in 0..<LoginCodes.perHour { _ = try send(&codes, after: seconds + Double(30 * count), to: login) }
    }
    try spend("quiet", after: 0)
    try spend("loud", after: 150)
    for number in 3...LoginCodes.capacity { _ = try send(&codes, after: 300, to: "\(number)") }
    #expect(throws: OnsideLoginCodeError.self) { try send(&codes, after: 301, to: "quiet") }
    _ = try send(&codes, after: 301, to: "one more")
    #expect(throws: OnsideLoginCodeError.self) { try send(&codes, after: 302, to: "loud") }
    _ = try send(&codes, after: 302, to: "quiet")
  }

  @Test func randomDigitsAreSixDigits() {
    for _ in 0..<100 {
      let digits = LoginCodes.randomDigits()
      #expect(digits.count == 6 && digits.allSatisfy { "0123456789".contains($0) })
    }
    #expect(Set((0..<100).map { _ in LoginCodes.randomDigits() }).count > 90)
  }

  @Test func descriptionsOfAMessageDoNotContainItsDigits() throws {
    var codes = LoginCodes()
    let message = try send(&codes)
    var dumped = ""
    dump(message, to: &dumped)
    for text in ["\(message)", String(reflecting: message), dumped] { #expect(!text.contains("123456")) }
  }

  @Test func onlyInputWithExactlyTheCodesDigitsIsRead() {
    let code = OnsideLoginCode(
      id: "1", credential: ada, length: 6, lifetime: .seconds(600), resendDelay: .seconds(30))
    #expect(code.digits(in: " 123 456 ") == "123456")
    #expect(code.digits(in: "123-456") == "123456")
    for text in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12.456"] { #expect(code.digits(in: text) == nil) }
  }

  @Test func eachErrorsMessageSaysWhatToDo() {
    #expect(OnsideLoginCodeError.wrong(attemptsLeft: 3).userMessage == "This code is wrong. You can try 3 more times.")
    #expect(OnsideLoginCodeError.wrong(attemptsLeft: 1).userMessage == "This code is wrong. You can try one more time.")
    #expect(OnsideLoginCodeError.expired.userMessage == "This code is no longer valid. Ask for a new one.")
    #expect(
      OnsideLoginCodeError.tooMany(retryAfter: 90).userMessage
        == "Too many codes were requested. Try again in 90 seconds.")
    #expect(
      OnsideLoginCodeError.tooMany(retryAfter: 601).userMessage
        == "Too many codes were requested. Try again in 11 minutes.")
  }
}
