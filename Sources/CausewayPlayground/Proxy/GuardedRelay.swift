import CausewayCurl
import CausewayHTTP
import Foundation

/// A server in front of a tool of this machine that lets everybody in, such as the engine's own inspector.
///
/// Only a browser that has opened ``address`` once gets an answer. That address has a token, which the browser then keeps as a
/// cookie. No page of another site can send requests that are answered: a browser does not send the cookie with them, and each
/// request must name this server as its host and, if it has an origin, as its origin.
@MainActor package final class GuardedRelay {
  private let forwarder: Forwarder
  private let token = randomName()
  private let server: HTTPServer
  private let state = State()

  /// The server's host, which is known only after it has started.
  private final class State: @unchecked Sendable {  // the lock protects the host
    private let lock = NSLock()
    private var value = ""

    var host: String {
      get { lock.withLock { value } }
      set { lock.withLock { value = newValue } }
    }
  }

  /// - Parameter upstream: the address of the tool.
  package init(to upstream: URL) {
    forwarder = Forwarder(upstream)
    var options = HTTPServer.Options()
    options.forwards = true
    options.cancelsAtEndOfInput = true
    options.timeout = .seconds(3_600)
    options.stopTimeout = .zero
    server = HTTPServer(options) { [forwarder, token, state] request in
      await Self.answer(request, token, state.host, forwarder)
    }
  }

  /// Starts to listen on this machine, at any free port.
  package func start() throws(HTTPServerError) {
    let url = try server.start()
    state.host = "127.0.0.1:\(url.port ?? 0)"
  }

  /// The address of the tool, with the token.
  package var address: URL { URL(string: "http://\(state.host)/?token=\(token)")! }

  private nonisolated static func answer(
    _ request: HTTPRequest, _ token: String, _ host: String, _ forwarder: Forwarder
  ) async -> HTTPResponse {
    // Cookies belong to a host at any port, so the name contains the port.
    let cookie = "causeway_\(host.split(separator: ":").last ?? "")"
    guard request[field: "Host"] == host else { return .text(403, "Open http://\(host)/ with its token.\n") }
    if QueryFields(request.encodedQuery)["token"].map({ isEqual(token, $0) }) == true {
      let fields = [("Location", "/"), ("Set-Cookie", "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")]
      return HTTPResponse(303, fields: fields.map { (name: $0.0, value: $0.1) })
    }
    let origin = request[field: "Origin"] ?? "http://" + host
    guard has(cookie, token, request), origin == "http://" + host else {
      return .text(403, "Open this address with its token first; causeway prints it.\n")
    }
    do throws(HTTPLoader.Failure) {
      if request.asksForWebSocket { return try await forwarder.openTunnel(request, host: host) }
      let (answer, body) = try await forwarder.send(request, host: host, isDocument: false)
      let fields = forwarder.rules.responseFields(answer.fields, host: host, isDocument: false)
      return Forwarder.response(answer, body, fields, length: answer.statedLength)
    } catch {
      return .text(502, "\(error.text)\n")
    }
  }

  private nonisolated static func has(_ cookie: String, _ token: String, _ request: HTTPRequest) -> Bool {
    request.fields.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.split(separator: ";") }
      .contains { pair in
        let pair = pair.trimmingCharacters(in: .whitespaces)
        return pair.hasPrefix(cookie + "=") && isEqual(token, pair.dropFirst(cookie.utf8.count + 1))
      }
  }
}
