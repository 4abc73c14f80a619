/// The reason why a server did not start.
package enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server is already listening.
  case alreadyStarted
  /// The text is not an IP address.
  case notAnAddress(String)
  /// Another program listens on this address and port.
  case addressInUse(address: String, port: UInt16)
  /// The system refuses the server what it needs besides its address, for the reason given.
  case cannotStart(reason: String)
  /// The system refuses to listen on this address and port, for the reason given.
  case cannotListen(address: String, port: UInt16, reason: String)

  package var description: String {
    switch self {
    case .alreadyStarted: "The server is already listening."
    case .notAnAddress(let text):
      "Cannot listen on \"\(text)\", because it is not an IP address; use one such as 127.0.0.1."
    case .addressInUse(let address, let port):
      "Another program already listens on \(Self.place(address, port)); end that program, or choose another port."
    case .cannotStart(let reason): "The server cannot start: \(reason)"
    case .cannotListen(let address, let port, let reason): "Cannot listen on \(Self.place(address, port)): \(reason)"
    }
  }

  static func place(_ address: String, _ port: UInt16) -> String {
    address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
