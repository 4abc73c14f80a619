import Foundation

/// What a login asks for after an address, a number or a provider was given.
public enum OnsideLoginStep: Hashable, Sendable {
  /// The code that was sent there.
  case code(OnsideLoginCode)
  /// The sign-in page of the provider, in a browser.
  case browser(OnsideBrowserLogin)
  /// Nothing: the user is logged in.
  case done(OnsideSession)
}

/// What a user has shown in order to be logged in.
public enum OnsideLoginProof: Hashable, Sendable {
  /// The digits that were sent to an address or a number.
  case code(OnsideLoginCode, digits: String)
  /// The callback by which the browser came back to the app.
  case callback(OnsideBrowserLogin, url: URL)
}

extension OnsideLoginProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without the digits, and without the callback.
  public var description: String { "OnsideLoginProof(redacted)" }
  /// Without the digits, and without the callback.
  public var debugDescription: String { description }
  /// Without the digits, and without the callback.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A code that the store has sent to an e-mail address or a telephone number.
public struct OnsideLoginCode: Hashable, Sendable {
  /// The store's name for it. It logs nobody in without the digits.
  public var id: String
  /// Where it was sent.
  public var credential: OnsideCredential
  /// How many digits it has.
  public var length: Int
  /// How long it can be used.
  public var lifetime: Duration
  /// After what time another one can be sent.
  public var resendDelay: Duration
  /// The digits themselves, in local testing, which sends nothing; nil from every other store.
  public var testDigits: String?

  /// A code that was sent.
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
  /// Without the digits, and without where they were sent.
  public var description: String { "OnsideLoginCode(redacted)" }
  /// Without the digits, and without where they were sent.
  public var debugDescription: String { description }
  /// Without the digits, and without where they were sent.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a code is not sent, or does not log in.
public enum OnsideLoginCodeError: Error, Hashable, Sendable {
  /// The digits are others. So many tries are left, at least one.
  case wrong(attemptsLeft: Int)
  /// The code cannot be used: its time is over, it was used, another one was sent since, or too many tries were wrong.
  case expired
  /// Too many codes were sent there. Another one can be sent after some seconds.
  case tooMany(retryAfter: Int)
}

extension OnsideLoginCode {
  /// The digits of what a user types or pastes, such as `123 456`; nil if these are not the digits of a code.
  package func digits(in text: String) -> String? {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    guard digits.count == length, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits
  }
}
