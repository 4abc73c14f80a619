import Foundation

/// The next step of a login, after the user has entered an address or a number, or chosen a provider.
public enum OnsideLoginStep: Hashable, Sendable {
  /// The user enters the code that was sent to the address or number.
  case code(OnsideLoginCode)
  /// The user signs in on the provider's page, in a browser.
  case browser(OnsideBrowserLogin)
  /// The user is logged in.
  case done(OnsideSession)
}

/// The proof with which a user completes a login.
public enum OnsideLoginProof: Hashable, Sendable {
  /// The digits that were sent to an address or a number.
  case code(OnsideLoginCode, digits: String)
  /// The callback with which the browser returned to the app.
  case callback(OnsideBrowserLogin, url: URL)
}

extension OnsideLoginProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type's name without the digits and the callback.
  public var description: String { "OnsideLoginProof(redacted)" }
  /// The type's name without the digits and the callback.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not show the digits and the callback.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A code that the store has sent to an e-mail address or a telephone number.
public struct OnsideLoginCode: Hashable, Sendable {
  /// The store's identifier of the code. The identifier alone, without the digits, is not enough to log in.
  public var id: String
  /// The address or number to which the code was sent.
  public var credential: OnsideCredential
  /// The number of digits.
  public var length: Int
  /// The time during which the code can be used.
  public var lifetime: Duration
  /// The time before another code can be sent.
  public var resendDelay: Duration
  /// The digits, if the store is local testing, which sends no message; nil for every other store.
  public var testDigits: String?

  /// Creates the description of a login code that the store has sent.
  public init(
    id: String, credential: OnsideCredential, length: Int, lifetime: Duration, resendDelay: Duration,
    testDigits: String? = nil
  ) {
    self.id = id
    self.credential = credential
    self.length = length
    self.lifetime = lifetime
    self.resendDelay = resendDelay
    self.testDigits = testDigits
  }
}

extension OnsideLoginCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type's name without the digits and the destination.
  public var description: String { "OnsideLoginCode(redacted)" }
  /// The type's name without the digits and the destination.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not show the digits and the destination.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a code could not be sent, or was not accepted.
public enum OnsideLoginCodeError: Error, Hashable, Sendable {
  /// The digits are wrong. The value is the number of attempts left, at least one.
  case wrong(attemptsLeft: Int)
  /// The code cannot be used: it expired, it was used, a newer one was sent, or there were too many wrong attempts.
  case expired
  /// Too many codes were sent to the address or number. The value is the number of seconds until another one can be
  /// sent.
  case tooMany(retryAfter: Int)
}

extension OnsideLoginCode {
  /// Returns the digits in a text that a user typed or pasted, such as `123 456`; nil if it cannot be this code.
  package func digits(in text: String) -> String? {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    guard digits.count == length, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits
  }
}
