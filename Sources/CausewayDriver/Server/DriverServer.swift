import CausewayHTTP
import CausewayJSON
import Foundation

/// The interface of the program that the driver is part of.
package struct DriverHost: Sendable {
  /// The command of a session's process: the program and its arguments.
  package let page: [String]
  /// The version for the capability `browserVersion`.
  package let version: String
  /// Starts a program.
  package let start: StartProgram
  /// Returns the mistakes in a value of `causeway:options`.
  package let check: @MainActor @Sendable (JSONValue) -> [String]

  package init(
    page: [String], version: String, start: @escaping StartProgram,
    check: @escaping @MainActor @Sendable (JSONValue) -> [String]
  ) {
    self.page = page
    self.version = version
    self.start = start
    self.check = check
  }
}

/// A WebDriver server for pages in their app.
///
/// Each session has a process with its page, a display, and a driver of the engine. The server performs what needs the
/// display's input or the app, and passes on all other commands to the engine's driver.
package actor DriverServer {
  private let host: DriverHost
  private var server: HTTPServer?
  private var sessions: [String: DriverSession] = [:]
  /// The errors for requests to sessions that ended because their app ended by itself, by the session's id.
  private var ends: [String: WebDriverError] = [:]
  private var isStopping = false

  package init(_ host: DriverHost) {
    self.host = host
  }

  /// Starts listening on 127.0.0.1.
  ///
  /// - Parameter port: the port; 0 for any free port.
  /// - Returns: the server's URL.
  package func start(port: UInt16) throws(HTTPServerError) -> URL {
    var options = HTTPServer.Options()
    options.port = port
    // A screenshot or the paths of files may be long, and a client may keep a connection for the whole session.
    options.maximumBodyBytes = 64 << 20
    options.maximumAnswerBytesAtOnce = 1 << 30
    options.timeout = .seconds(3_600)
    options.stopTimeout = .milliseconds(100)
    // Cancel the request of a client that has gone away. Otherwise a session that starts for it would never be ended,
    // and a request that waits for a prompt would answer a prompt that comes later.
    options.cancelsAtEndOfInput = true
    let server = HTTPServer(options) { [weak self] request in
      await self?.answer(request) ?? WebDriverError(.unknownError, "the driver is ending").response
    }
    self.server = server
    return try server.start()
  }

  /// Ends all sessions and stops listening.
  package func stop() async {
    isStopping = true
    let open = sessions.values
    sessions = [:]
    await withTaskGroup { group in
      for session in open { group.addTask { await session.end() } }
    }
    await server?.stop()
    server = nil
  }

  // MARK: Requests

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    // A page in a browser on this machine must not control other pages.
    if PageGuard(hosts: []).refusal(request, allowsAnyAddress: false) != nil {
      return WebDriverError(
        .unknownError, "the driver answers only programs on this machine, at 127.0.0.1 or localhost, and no page"
      ).response
    }
    do throws(WebDriverError) {
      switch (request.method, request.path.first, request.path.count) {
      case ("GET", "status", 1):
        return .value([
          "ready": true, "message": .string("\(sessions.count) open"),
          "build": ["version": .string(host.version)], "os": ["name": "linux"],
        ])
      case ("POST", "session", 1): return try await createSession(request)
      case ("DELETE", "session", 2): return try await deleteSession(request.path[1])
      case (let method, "session", 3...):
        let session = try session(request.path[1])
        let path = Array(request.path.dropFirst(2))
        // The window is the only one, so the session ends with it.
        if method == "DELETE", path == ["window"] {
          _ = try await deleteSession(request.path[1])
          return .value([])
        }
        return await session.answer(try SessionCommand(request, path: path), request)
      case (let method, "status", 1), (let method, "session", 1...2):
        throw WebDriverError(.unknownMethod, "/\(request.path.joined(separator: "/")) does not take \(method)")
      default:
        throw WebDriverError(
          .unknownCommand, "there is no command \(request.method) /\(request.path.joined(separator: "/"))")
      }
    } catch {
      return error.response
    }
  }

  private func session(_ id: String) throws(WebDriverError) -> DriverSession {
    if let session = sessions[id] { return session }
    throw ends[id] ?? WebDriverError(.invalidSessionID, "there is no session \(id); it has ended, or never existed")
  }

  private func createSession(_ request: HTTPRequest) async throws(WebDriverError) -> HTTPResponse {
    let host = host
    let wanted = try await Capabilities.match(try DriverSession.parameters(request), version: host.version) {
      await host.check($0)
    }
    let session: DriverSession
    do {
      session = try await DriverSession.start(wanted, host)
    } catch let error as WebDriverError {
      throw error.code == .sessionNotCreated ? error : WebDriverError(.sessionNotCreated, error.message)
    } catch {
      throw WebDriverError(.sessionNotCreated, "\(error)")
    }
    // End the session, because a client that has gone away cannot end it.
    guard !isStopping, !Task.isCancelled else {
      await session.end()
      throw WebDriverError(.sessionNotCreated, "the driver is ending, or the client has gone away")
    }
    sessions[session.id] = session
    Task { await watch(session) }
    return .value(["sessionId": .string(session.id), "capabilities": .object(session.capabilities)])
  }

  /// Waits until the app of a session ends, and ends the session if the client has not done so.
  private func watch(_ session: DriverSession) async {
    let end = await session.app.child.ended()
    guard sessions.removeValue(forKey: session.id) != nil else { return }
    ends[session.id] = WebDriverError(
      .invalidSessionID, "the app of this session has ended: its process \(end)")
    await session.end()
  }

  private func deleteSession(_ id: String) async throws(WebDriverError) -> HTTPResponse {
    let session = try session(id)
    sessions[id] = nil
    await session.end()
    return .value(.null)
  }
}
