import CausewayText

extension OnsideLoginCode {
  /// The text above the field for the digits.
  package var request: String { "Enter the \(length)-digit code that was sent to \(credential.shown)." }

  /// The text with the digits, if the store is local testing, which sends no message; nil for every other store.
  package var note: String? {
    testDigits.map { "Local testing sends no message. The code is \($0.grouped)." }
  }

  /// The text about the time until another code can be sent.
  package var resendNote: String {
    "You can ask for another code in \(OnsideLoginCodeError.wait(resendDelay.seconds))."
  }

  /// The text for an input that cannot be a code.
  package var incomplete: String { "Enter all \(length) digits of the code." }
}

extension OnsideLoginCodeError {
  /// The text for the user.
  package var userMessage: String {
    switch self {
    case .wrong(attemptsLeft: 1): "This code is wrong. You can try one more time."
    case .wrong(let left): "This code is wrong. You can try \(left) more times."
    case .expired: "This code is no longer valid. Ask for a new one."
    case .tooMany(let seconds): "Too many codes were requested. Try again in \(Self.wait(seconds))."
    }
  }

  /// Returns a waiting time as text: `1 second`, `30 seconds`, `12 minutes`.
  fileprivate static func wait(_ seconds: Int) -> String {
    if seconds < 120 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\((seconds + 59) / 60) minutes"
  }
}

extension OnsideCredential {
  /// The address, number or provider as text for a screen.
  package var shown: String {
    switch self {
    case .email(let text), .phone(let text): PageText(text).shown(limit: 100)
    case .federated(let provider): provider.name
    }
  }
}

extension Duration {
  /// The duration in whole seconds, rounded up.
  package var seconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}

extension String {
  /// The digits in two groups, which people can read more easily: `123 456`.
  fileprivate var grouped: String {
    let half = index(startIndex, offsetBy: (count + 1) / 2)
    return "\(self[..<half]) \(self[half...])"
  }
}
