import CausewayContract
import CausewayJSON

/// An error of the app for which the page has a separate class.
///
///     struct CardDeclined: PageError {
///       var details: Decline
///       var pageMessage: String { "The card was declined." }
///     }
///
/// In the page, `connect().errors.CardDeclined` is the class, and its objects have `code`, `message` and `details`.
public protocol PageError: PageFacingError {
  /// The values that the error carries beside its message. Without a property `details` there are none.
  associatedtype Details: Codable & Sendable = Nothing

  /// The name of the class in the page. The default is the name of the type.
  static var name: String { get }
  /// The error's `code` in messages. The default is the name in upper case, such as `CARD_DECLINED`.
  static var errorCode: String { get }
  /// A sentence for the developers who handle the error. The default is empty.
  static var documentation: String { get }
  /// The values that the page gets beside the message. They must contain no secrets.
  var details: Details { get }
}

extension PageError {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }
  /// The name in upper case, with an underscore between its words.
  public static var errorCode: String { constant(for: name) }
  /// Empty.
  public static var documentation: String { "" }
  /// The type's `errorCode`.
  public var code: String { Self.errorCode }
}

extension PageError where Details == Nothing {
  /// No values.
  public var details: Nothing { Nothing() }
}

extension PageError {
  /// The details as JSON; nil if there are none, or if they cannot be encoded.
  public var pageDetails: JSONValue? {
    guard Details.self != Nothing.self else { return nil }
    // Details that cannot be encoded are left out. The page still gets the code and the message, which matter more.
    return try? JSONValue(encoding: details)
  }

  /// Returns the description of the error for a contract.
  static func description(in table: inout SchemaTable) -> Contract.ErrorType {
    var error = Contract.ErrorType(name, code: errorCode, documentation: documentation)
    if case .value(let schema) = table.content(of: Details.self) { error.details = schema }
    return error
  }
}

extension Failure {
  /// The values that the page gets beside the code and the message; nil for none.
  public var details: JSONValue? {
    if case .handler(let error as any PageFacingError) = self { error.pageDetails } else { nil }
  }
}

/// Converts a name such as `NotSignedIn` to a constant such as `NOT_SIGNED_IN`.
private func constant(for name: String) -> String {
  var constant = ""
  var previous: Character?
  for (index, character) in zip(name.indices, name) {
    let next = name.index(after: index)
    let beginsWord = next < name.endIndex && name[next].isLowercase
    if let previous, character.isUppercase, previous.isLowercase || previous.isNumber || beginsWord {
      constant += "_"
    }
    constant += character.uppercased()
    previous = character
  }
  return constant
}
