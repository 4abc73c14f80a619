import Causeway
import CausewayJSON

/// The error that a page gets for a command that failed: `{ type, description, data? }`.
///
/// A ``WalletProvider`` throws a `LinkError` to choose the text that the page gets. The texts of other errors are not
/// sent to the page, except those of a `PageFacingError`.
public struct LinkError: PageFacingError, Hashable {
  /// The constant by which the page distinguishes errors.
  public var type: LinkErrorType
  /// A text for the page. It must not contain secrets.
  public var description: String
  /// More data for the page; nil for none.
  public var data: JSONValue?

  /// Creates an error with the app's own text.
  public init(_ type: LinkErrorType, _ description: String, data: JSONValue? = nil) {
    self.type = type
    self.description = description
    self.data = data
  }

  /// The user refused the request.
  public static let canceled = LinkError(.canceled, "The user refused.")
  /// The wallet does not support the requested protocol or command.
  public static let protocolError = LinkError(.protocolError, "The wallet does not support this protocol or command.")
  /// The page passed invalid data.
  public static let malformedInput = LinkError(.malformedInput, "The page passed invalid data.")
  /// The transaction could not be broadcast.
  public static let sendError = LinkError(.sendError, "The transaction could not be sent.")
  /// The merchant's server failed.
  public static let merchantError = LinkError(.merchantError, "The merchant's server failed.")
  /// The user or the wallet refuses the connection.
  public static let connectionDenied = LinkError(.connectionDenied, "The wallet refused the connection.")
  /// The request was not answered before the deadline.
  public static let requestTimeout = LinkError(.requestTimeout, "The wallet did not answer before its timeout.")

  /// The constant's name on the wire, such as `CANCELED`.
  public var code: String { type.rawValue }
  /// The text for the page; see ``description``.
  public var pageMessage: String { description }

  /// The error as JSON, in the form that the page receives.
  var json: JSONValue {
    var object: JSONObject = ["type": .string(type.rawValue), "description": .string(description)]
    object["data"] = data
    return .object(object)
  }
}

extension LinkError: CustomStringConvertible {}
