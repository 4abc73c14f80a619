/// The protocol's names as they stand on the wire, but for the fields of each command, which are with its type.
enum LinkContract {
  /// The name in traces and between the page's half and the app.
  static let name = "link"

  /// The members of a message and of its answer.
  enum Key {
    static let messageID = "messageId"
    static let command = "command"
    static let data = "data"
    static let error = "error"
    static let metadata = "websiteMetadata"
  }
}

/// What a page can ask of the wallet.
public enum LinkCommand: String, CaseIterable, Hashable, Sendable {
  /// For an address to be paid at.
  case getAddress
  /// To send coins or tokens.
  case sendAssets
  /// To pay a payment request (BIP 70).
  case payInvoice
  /// To create a token.
  case createToken
  /// For what the wallet is and speaks.
  case getInfo
  /// For an amount that the user enters.
  case requestValue
  /// To sign for an Ethereum account.
  case requestWeb3Sign
}

/// The constants by which a page tells errors apart.
public enum LinkErrorType: String, CaseIterable, Hashable, Sendable {
  /// The user refused.
  case canceled = "CANCELED"
  /// The wallet does not speak the protocol that was asked for, or has no such command.
  case protocolError = "PROTOCOL_ERROR"
  /// What the page passed is not valid.
  case malformedInput = "MALFORMED_INPUT"
  /// The transaction could not be broadcast.
  case sendError = "SEND_ERROR"
  /// The merchant's server failed.
  case merchantError = "MERCHANT_ERROR"
  /// The user or the wallet refuses the connection.
  case connectionDenied = "CONNECTION_DENIED"
  /// It took too long.
  case requestTimeout = "REQUEST_TIMEOUT"
}
