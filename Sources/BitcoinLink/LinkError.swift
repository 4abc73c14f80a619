import Causeway
import CausewayJSON

/// Why a command failed, as the page is told: `{ type, description, data? }`.
///
/// A ``WalletProvider`` throws one to choose what the page reads. The texts of other errors stay in the app, unless they
/// are a `PageFacingError`.
public struct LinkError: PageFacingError, Hashable {
  /// The constant.
  public var type: LinkErrorType
  /// A sentence for the page, without secrets.
  public var description: String
  /// What else the page is to know.
  public var data: JSONValue?

  /// An error with a sentence of the app's own.
  public init(_ type: LinkErrorType, _ description: String, data: JSONValue? = nil) {
    self.type = type
    self.description = description
    self.data = data
  }

  /// The user refused.
  public static let canceled = LinkError(.canceled, "The user refused.")
  /// The wallet does not speak the protocol that was asked for.
  public static let protocolError = LinkError(.protocolError, "The wallet does not support this.")
  /// What the page passed is not valid.
  public static let malformedInput = LinkError(.malformedInput, "The input is not valid.")
  /// The transaction could not be broadcast.
  public static let sendError = LinkError(.sendError, "The transaction could not be sent.")
  /// The merchant's server failed.
  public static let merchantError = LinkError(.merchantError, "The merchant's server failed.")
  /// The user or the wallet refuses the connection.
  public static let connectionDenied = LinkError(.connectionDenied, "The wallet refused the connection.")
  /// It took too long.
  public static let requestTimeout = LinkError(.requestTimeout, "The wallet took too long.")

  /// The constant, as on the wire.
  public var code: String { type.rawValue }
  /// The sentence.
  public var pageMessage: String { description }

  /// The error on the wire.
  var json: JSONValue {
    var object: JSONObject = ["type": .string(type.rawValue), "description": .string(description)]
    object["data"] = data
    return .object(object)
  }
}

extension LinkError: CustomStringConvertible {}
