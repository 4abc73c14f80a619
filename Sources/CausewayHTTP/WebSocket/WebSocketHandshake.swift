import CausewayJOSE
import Foundation

extension HTTPRequest {
  /// Whether the client asks for a WebSocket.
  package var asksForWebSocket: Bool { has("websocket", in: "Upgrade") }

  /// Returns whether a list of words contains a word, ignoring letter case.
  private func has(_ word: String, in name: String) -> Bool {
    fields.contains { field in
      field.name.caseInsensitiveCompare(name) == .orderedSame
        && field.value.split(separator: ",").contains {
          $0.trimmingCharacters(in: .whitespaces).caseInsensitiveCompare(word) == .orderedSame
        }
    }
  }

  /// The value of `Sec-WebSocket-Accept` for the request's handshake (RFC 6455 section 4.2.2); nil if the handshake is not
  /// valid.
  fileprivate var webSocketAcceptance: String? {
    let keys = fields.filter { $0.name.caseInsensitiveCompare("Sec-WebSocket-Key") == .orderedSame }
    guard method == "GET", body.isEmpty, stream == nil, asksForWebSocket, has("upgrade", in: "Connection"),
      keys.count == 1,
      Data(base64Encoded: keys[0].value)?.count == 16
    else { return nil }
    return Data(SHA1Hash(of: keys[0].value + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").bytes).base64EncodedString()
  }
}

extension HTTPResponse {
  /// Accepts a WebSocket. Extensions and protocols that the client offers are not accepted. A request that is no valid
  /// handshake gets 400, and one with another version of the protocol 426.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum length of a message of the client.
  ///   - open: takes the WebSocket. It is called on the server's thread after the handshake, so it must return soon.
  package static func webSocket(
    _ request: HTTPRequest, maximumBytes: Int, open: @escaping @Sendable (WebSocket) -> Void
  ) -> HTTPResponse {
    guard let acceptance = request.webSocketAcceptance else {
      return .text(400, "This is not a valid handshake of a WebSocket.\n")
    }
    guard request[field: "Sec-WebSocket-Version"] == "13" else {
      let version = [(name: "Sec-WebSocket-Version", value: "13")]
      return .text(426, "Only version 13 of WebSockets is supported.\n", fields: version)
    }
    var response = HTTPResponse(101)
    let head = """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(acceptance)\r
      \r

      """
    let socket = WebSocket(maximumBytes: maximumBytes)
    response.takeover = Takeover(head: Data(head.utf8), user: socket) { open(socket) }
    return response
  }
}
