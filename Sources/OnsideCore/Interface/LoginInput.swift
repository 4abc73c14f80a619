/// The parser for the user's input in the login.
package enum LoginInput {
  /// Returns an e-mail address; nil if the text cannot be one. Only the store knows whether the address exists.
  package static func email(_ text: String) -> OnsideCredential? {
    let address = text.filter { !$0.isWhitespace }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].count >= 3, parts[1].dropFirst().dropLast().contains(".") else {
      return nil
    }
    return .email(address)
  }

  /// Returns a telephone number with its country, as `+491701234567` (E.164); nil if the text cannot be one.
  ///
  /// Ignores white space and the characters `-./()`; a leading `00` is the same as `+`.
  package static func phone(_ text: String) -> OnsideCredential? {
    var number = text.filter { !$0.isWhitespace && !"-./()".contains($0) }
    if number.hasPrefix("00") { number = "+" + number.dropFirst(2) }
    let digits = number.dropFirst()
    guard number.first == "+", (7...15).contains(digits.count), digits.first != "0",
      digits.allSatisfy({ "0123456789".contains($0) })
    else { return nil }
    return .phone(number)
  }
}
