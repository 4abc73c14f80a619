import CausewayHTTP
import CausewayJSON
import CausewayTransport
import Foundation

/// A session of WebDriver: an app with its page, the engine's driver for it, and the input of its display.
actor DriverSession {
  let id: String
  /// The capabilities that the client gets.
  let capabilities: JSONObject
  let app: AppProcess
  let engine: EngineDriver
  let display: InputDisplay
  var input = InputState()
  /// The position of the display's pointer in the page's view; nil before its first movement.
  var pointer: Point?
  /// The codes of the keys that are down. A key is released with the code with which it was pressed, because another
  /// code may type its character by then.
  var codes: [InputState.Held: UInt8] = [:]
  /// The elements of the frames that lead from the page to the current frame.
  var frames: [String] = []
  /// The time to wait for an element that cannot be clicked yet, in milliseconds.
  var implicitWait = 0
  /// The time to wait for a page that a click has opened, in milliseconds.
  var pageLoadTimeout = 300_000
  /// `normal`, `eager` or `none`.
  let pageLoadStrategy: String
  /// Whether an input for files must be visible.
  let isStrict: Bool
  private let queue = CommandQueue()

  private init(
    id: String, capabilities: JSONObject, app: AppProcess, engine: EngineDriver, display: sending InputDisplay
  ) {
    self.id = id
    self.capabilities = capabilities
    self.app = app
    self.engine = engine
    self.display = display
    isStrict = capabilities["strictFileInteractability"]?.boolValue ?? false
    pageLoadStrategy = capabilities["pageLoadStrategy"]?.stringValue ?? "normal"
    let timeouts = capabilities["timeouts"]
    if let implicit = timeouts?["implicit"]?.numberValue { implicitWait = Int(implicit) }
    if let pageLoad = timeouts?["pageLoad"]?.numberValue { pageLoadTimeout = Int(pageLoad) }
  }

  /// Starts a session: its app, the engine's driver, and the page of its options.
  ///
  /// - Throws: ``WebDriverError`` or ``EngineDriver/Refusal``. No process is left then.
  static func start(_ wanted: Capabilities.Match, _ host: DriverHost) async throws -> DriverSession {
    let (app, ready) = try await AppProcess.start(host.page, options: wanted.options, start: host.start)
    do {
      let engine = try await EngineDriver.start(target: ready.inspector, start: host.start)
      do {
        var (id, capabilities) = try await engine.createSession(wanted.engine)
        // Another program can have found the engine's driver and have taken its only session, or can have found the
        // engine.
        guard try await app.request(.automationSession).stringValue == id else {
          throw WebDriverError(.sessionNotCreated, "another program controls the page; try again")
        }
        if let url = ready.url {
          try await engine.command("POST", "/url", ["url": .string(url)])
          // The engine's driver reports no failure of a navigation.
          if let reason = try await app.request(.loadFailure).stringValue {
            throw WebDriverError(.sessionNotCreated, "the page could not be opened: \(reason)")
          }
        }
        capabilities["browserName"] = .string(Capabilities.browserName)
        capabilities["browserVersion"] = .string(host.version)
        capabilities["causeway:options"] = wanted.options
        let display = try InputDisplay(ready.display, scale: ready.scale)
        return DriverSession(id: id, capabilities: capabilities, app: app, engine: engine, display: display)
      } catch {
        await engine.stop()
        throw error
      }
    } catch let refusal as EngineDriver.Refusal {
      await app.child.stop()
      let message = try refusal.answer.value()["message"]?.stringValue ?? ""
      throw WebDriverError(.sessionNotCreated, "the page could not be opened: \(message)")
    } catch {
      await app.child.stop()
      throw error
    }
  }

  /// Ends all processes of the session.
  func end() async {
    // The display ends with the app.
    display.close()
    await engine.stop()
    await app.child.stop()
  }

  // MARK: Commands

  /// Answers a command. Commands about the page run one after the other; the requests to the app do not wait for them,
  /// because they may answer the prompt for which a script waits.
  func answer(_ command: SessionCommand, _ request: HTTPRequest) async -> HTTPResponse {
    if case .app = command { return await run(command, request) }
    return await queue.run { await self.run(command, request) }
      ?? WebDriverError(.unknownError, "the client has gone away").response
  }

  private func run(_ command: SessionCommand, _ request: HTTPRequest) async -> HTTPResponse {
    do {
      if let failure = await app.failure { throw failure }
      return try await perform(command, request)
    } catch let refusal as EngineDriver.Refusal {
      return refusal.answer.response
    } catch let error as WebDriverError {
      // If the app has ended, the engine's driver cannot answer. Report the end of the app, which is the reason.
      return (await endOfApp(after: error) ?? error).response
    } catch {
      return WebDriverError(.unknownError, "\(error)").response
    }
  }

  private func endOfApp(after error: WebDriverError) async -> WebDriverError? {
    error.code == .unknownError ? await app.failure : nil
  }

  private func perform(_ command: SessionCommand, _ request: HTTPRequest) async throws -> HTTPResponse {
    switch command {
    case .click(let element): try await click(element)
    case .sendKeys(let element):
      guard let text = try Self.parameters(request)["text"]?.stringValue else {
        throw WebDriverError.invalidArgument("text: it must be a string")
      }
      if try await sendKeys(text, to: element) == .forwarded { return try await forward(request) }
    case .clear(let element): try await clear(element)
    case .performActions: try await perform(try ActionSequence(try Self.parameters(request)))
    case .releaseActions: try await releaseActions()
    case .switchToFrame: try await switchToFrame(try Self.parameters(request))
    case .switchToParentFrame:
      try await engine.command("POST", "/frame/parent", [:])
      _ = frames.popLast()
    case .setTimeouts: return try await setTimeouts(request)
    case .navigate: return try await navigate(request)
    case .refresh, .traverseHistory: return try await load(request)
    case .executeScript(let isAsync): return .value(try await execute(Self.parameters(request), isAsync: isAsync))
    case .elementText(let element): return .value(try await engine.call(.text, [elementReference(element)]))
    case .elementRectangle(let element): return .value(try await engine.call(.rectangle, [elementReference(element)]))
    case .elementAttribute(let element, let name):
      return .value(try await engine.call(.attribute, [elementReference(element), .string(name)]))
    case .elementProperty(let element, let name): return .value(try await property(name, of: element))
    case .findInShadowRoot: return try await findInShadowRoot(request)
    case .addCookie: return try await addCookie(request)
    case .windowRectangle: return .value(try windowRectangle())
    case .setWindowRectangle: return .value(try await setWindowRectangle(Self.parameters(request)))
    case .maximizeWindow: return .value(try await maximizeWindow())
    case .fullscreenWindow: return .value(try await fullscreenWindow())
    case .unsupported(let reason): throw WebDriverError.unsupported(reason)
    case .app(let request, let parameters): return .value(try await app.request(request, parameters))
    case .other(let leavesFrame):
      let response = try await forward(request)
      if leavesFrame, response.status == 200 { frames = [] }
      return response
    }
    return .value(.null)
  }

  private func setTimeouts(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await forward(request)
    guard response.status == 200 else { return response }
    let timeouts = try Self.parameters(request)
    if let implicit = timeouts["implicit"]?.numberValue { implicitWait = Int(implicit) }
    if let pageLoad = timeouts["pageLoad"]?.numberValue { pageLoadTimeout = Int(pageLoad) }
    return response
  }

  /// Finds elements in a shadow root. The engine's driver reports a root that is gone as an element.
  private func findInShadowRoot(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer = try await engine.forward(request)
    switch answer.errorCode {
    case .staleElementReference: throw WebDriverError(.detachedShadowRoot, "")
    // An element that is not found has no message.
    case .noSuchElement where answer.message?.isEmpty == false: throw WebDriverError(.noSuchShadowRoot, "")
    default: return answer.response
    }
  }

  /// Lets the engine's driver answer a request.
  func forward(_ request: HTTPRequest) async throws(WebDriverError) -> HTTPResponse {
    try await engine.forward(request).response
  }

  /// Returns the parameters of a command.
  static func parameters(_ request: HTTPRequest) throws(WebDriverError) -> JSONObject {
    do {
      guard let object = try JSONValue(parsing: request.body).objectValue else {
        throw WebDriverError.invalidArgument("the body must be a JSON object")
      }
      return object
    } catch let error as WebDriverError {
      throw error
    } catch {
      throw .invalidArgument("the body is not JSON: \(error)")
    }
  }
}

extension HTTPAnswer {
  /// The answer for the client. An error that has no message gets one.
  fileprivate var response: HTTPResponse {
    guard status != 200, message?.isEmpty ?? true, let value = try? value() else {
      return HTTPResponse(
        status, "application/json; charset=utf-8", body, fields: [("Cache-Control", "no-cache")])
    }
    var error = value.objectValue ?? [:]
    error["message"] = .string((errorCode ?? .unknownError).usualMessage)
    return .webDriver(["value": .object(error)], status: status)
  }
}
