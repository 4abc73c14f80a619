import CausewayCurl
import CausewayHTTP
import CausewayJSON
import CausewayTransport
import Foundation

/// The engine's own driver, WebKitWebDriver, which controls the page of one session.
actor EngineDriver {
  /// An error that the engine's driver answered, which the client gets unchanged.
  struct Refusal: Error {
    let answer: HTTPAnswer
  }

  private let child: ChildProcess
  private let client: HTTPLoader
  private let address: URL
  /// The path of the session, without a slash at the end; empty before ``createSession(_:)``.
  private var sessionPath = ""

  /// A script that runs a program until its standard input ends. The program itself does not read it, and would survive
  /// a driver that is killed.
  private static let script = """
    command -v "$1" >/dev/null || exit
    "$@" </dev/null >/dev/null &
    read -r _
    kill "$!" 2>/dev/null
    wait
    """

  private init(_ child: ChildProcess, _ address: URL) {
    self.child = child
    self.address = address
    client = HTTPLoader(for: address, maximumConnections: 8)
  }

  /// Starts the engine's driver and waits until it listens.
  ///
  /// - Parameter target: the address and the port at which the engine waits.
  static func start(target: String, start: @escaping StartProgram) async throws(WebDriverError) -> EngineDriver {
    // The engine's driver makes a session for everybody who finds its address.
    guard let (host, port) = LoopbackPort.hidden(), let address = URL(string: "http://\(host):\(port)") else {
      throw WebDriverError(.sessionNotCreated, "no port of this machine is free for the engine's driver")
    }
    let program = ["WebKitWebDriver", "--host=\(host)", "--port=\(port)", "--target=\(target)"]
    let child: ChildProcess
    do {
      child = try await ChildProcess(["sh", "-c", script, "sh"] + program, start: start)
    } catch {
      throw WebDriverError(.sessionNotCreated, "the engine's driver could not be started: \(error)")
    }
    let engine = EngineDriver(child, address)
    guard await engine.listens() else {
      await engine.stop()
      throw WebDriverError(
        .sessionNotCreated,
        "the engine's driver, WebKitWebDriver, does not answer; install the package webkit2gtk-driver if it is missing")
    }
    return engine
  }

  /// Asks for the status until there is an answer.
  private func listens() async -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end, !child.hasEnded, !Task.isCancelled {
      if let answer = try? await send("GET", "/status", nil), answer.status == 200 { return true }
      // The program is started by a shell, so its port is the only sign that it is ready.
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  func stop() async { await child.stop(killsGroup: true) }

  // MARK: Requests

  /// The time after which a session that the engine's driver has not made fails. That driver waits for ever if another
  /// program has connected to the engine.
  private static let sessionTimeout = Duration.seconds(30)

  /// Makes the session.
  ///
  /// - Returns: the session's id and its capabilities.
  func createSession(_ capabilities: JSONObject) async throws -> (id: String, capabilities: JSONObject) {
    let child = child
    let alarm = Task {
      try await Task.sleep(for: Self.sessionTimeout)
      // The request ends with the program.
      await child.stop(grace: .zero, killsGroup: true)
    }
    defer { alarm.cancel() }
    let answer = try await send(
      "POST", "/session", ["capabilities": ["alwaysMatch": .object(capabilities)]])
    let value = try answer.value()
    guard answer.status == 200, let id = value["sessionId"]?.stringValue else {
      let reason = value["message"]?.stringValue ?? ""
      throw WebDriverError(
        .sessionNotCreated,
        "the engine's driver refused the session: \(value["error"]?.stringValue ?? "status \(answer.status)")"
          + (reason.isEmpty ? "" : ": \(reason)"))
    }
    sessionPath = "/session/\(id)"
    return (id, value["capabilities"]?.objectValue ?? [:])
  }

  /// Sends a command of the session and returns its value.
  ///
  /// - Throws: ``Refusal`` with an error of the engine's driver.
  @discardableResult
  func command(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let answer = try await send(method, sessionPath + path, body)
    guard answer.status == 200 else { throw Refusal(answer: answer) }
    return try answer.value()
  }

  /// Runs a function of a script file in the current frame.
  func call(_ function: ElementScript, _ arguments: [JSONValue]) async throws -> JSONValue {
    try await command(
      "POST", "/execute/sync", ["script": .string(function.source), "args": .array(arguments)])
  }

  /// Forwards a client's request.
  func forward(_ request: HTTPRequest) async throws(WebDriverError) -> HTTPAnswer {
    let path = request.path.map { segment in
      segment.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.~:")))
        ?? segment
    }
    return try await send(request.method, "/" + path.joined(separator: "/"), data: request.body)
  }

  private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws(WebDriverError) -> HTTPAnswer {
    try await send(method, path, data: body.map { Data($0.jsonBytes) } ?? Data())
  }

  private func send(_ method: String, _ path: String, data: Data) async throws(WebDriverError) -> HTTPAnswer {
    var request = HTTPClientRequest(
      method, address, fields: [HTTPField("Content-Type", "application/json")],
      body: data.isEmpty ? .none : .bytes(Array(data)))
    request.target = path
    do throws(HTTPLoader.Failure) {
      // A command may take as long as the client's script runs, so there is no timeout.
      return try await client.send(request, within: nil, maximumBytes: Self.maximumBytes)
    } catch {
      throw WebDriverError(.unknownError, "the engine's driver did not answer: \(error)")
    }
  }

  /// The maximum length of an answer, in bytes. A screenshot or the source of a page may be long.
  private static let maximumBytes = 1 << 30
}

extension HTTPAnswer {
  /// Returns the member `value` of the body; null if the body has no such member.
  func value() throws(WebDriverError) -> JSONValue {
    do {
      return try JSONValue(parsing: body)["value"] ?? .null
    } catch {
      throw WebDriverError(.unknownError, "the engine's driver answered without JSON: \(error)")
    }
  }

  /// The code of an error; nil for an answer without one that the driver knows.
  var errorCode: WebDriverError.Code? {
    (try? value()["error"]?.stringValue).flatMap(WebDriverError.Code.init(rawValue:))
  }

  /// The message of an error; nil for an answer without one.
  var message: String? { try? value()["message"]?.stringValue }
}
