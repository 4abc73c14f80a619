import Causeway
import CausewayText

extension OnsideLoginCode {
  /// What a screen says above the field for the digits.
  package var request: String { "Enter the code of \(length) digits that was sent to \(credential.shown)." }

  /// What a screen says where nothing is sent; nil for a store that sends.
  package var note: String? {
    testDigits.map { "Local testing sends no message. The code is \($0.grouped)." }
  }

  /// What a screen says of the time until another code can be sent.
  package var resendNote: String {
    "You can ask for another code in \(OnsideLoginCodeError.wait(resendDelay.seconds))."
  }

  /// What a screen says to digits that cannot be a code.
  package var incomplete: String { "Enter all \(length) digits of the code." }
}

extension OnsideLoginCodeError {
  /// What a screen says of it.
  package var userMessage: String {
    switch self {
    case .wrong(attemptsLeft: 1): "This code is wrong. You can try one more time."
    case .wrong(let left): "This code is wrong. You can try \(left) more times."
    case .expired: "This code cannot be used any more. Ask for a new one."
    case .tooMany(let seconds): "Too many codes were asked for. Try again in \(Self.wait(seconds))."
    }
  }

  /// A time that a person waits: `1 second`, `30 seconds`, `12 minutes`.
  fileprivate static func wait(_ seconds: Int) -> String {
    if seconds < 120 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\((seconds + 59) / 60) minutes"
  }
}

extension OnsideCredential {
  /// The address, number or provider as a screen shows it.
  package var shown: String {
    switch self {
    case .email(let text), .phone(let text): PageText(text).shown(limit: 100)
    case .federated(let provider): provider.name
    }
  }
}

extension Duration {
  /// Whole seconds, rounded up.
  package var seconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}

extension String {
  /// Two groups, as people read digits: `123 456`.
  fileprivate var grouped: String {
    let half = index(startIndex, offsetBy: (count + 1) / 2)
    return "\(self[..<half]) \(self[half...])"
  }
}
