/// The protocol's names on the wire. The names of a command's fields are in the command's type.
enum LinkContract {
  /// The protocol's name in traces and between the page script and the app.
  static let name = "link"

  /// The members of a message and of its reply.
  enum Key {
    static let messageID = "messageId"
    static let command = "command"
    static let data = "data"
    static let error = "error"
    static let metadata = "websiteMetadata"
  }
}

/// The commands that a page can send to the wallet.
public enum LinkCommand: String, CaseIterable, Hashable, Sendable {
  /// Asks for an address that can receive payments.
  case getAddress
  /// Asks the wallet to send coins or tokens.
  case sendAssets
  /// Asks the wallet to pay a payment request (BIP 70).
  case payInvoice
  /// Asks the wallet to create a token.
  case createToken
  /// Asks for the wallet's version, its platform and its protocols.
  case getInfo
  /// Asks for an amount that the user enters.
  case requestValue
  /// Asks the wallet to sign for an Ethereum account.
  case requestWeb3Sign
}

/// The constants by which a page distinguishes errors.
public enum LinkErrorType: String, CaseIterable, Hashable, Sendable {
  /// The user refused the request.
  case canceled = "CANCELED"
  /// The wallet does not support the requested protocol or command.
  case protocolError = "PROTOCOL_ERROR"
  /// The page passed invalid data.
  case malformedInput = "MALFORMED_INPUT"
  /// The transaction could not be broadcast.
  case sendError = "SEND_ERROR"
  /// The merchant's server failed.
  case merchantError = "MERCHANT_ERROR"
  /// The user or the wallet refuses the connection.
  case connectionDenied = "CONNECTION_DENIED"
  /// The request was not answered before the deadline.
  case requestTimeout = "REQUEST_TIMEOUT"
}
