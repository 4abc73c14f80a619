/// What a user types into the login.
package enum LoginInput {
  /// An e-mail address; nil if it cannot be one. Whether there is one, the store knows.
  package static func email(_ text: String) -> OnsideCredential? {
    let address = text.filter { !$0.isWhitespace }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].count >= 3, parts[1].dropFirst().dropLast().contains(".") else {
      return nil
    }
    return .email(address)
  }

  /// A telephone number with its country, as `+491701234567` (E.164); nil if it cannot be one.
  ///
  /// Spaces and the usual signs between digits do not count; `00` in front is the same as `+`.
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
