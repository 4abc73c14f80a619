import CausewayHTTP
import CausewayJSON

/// A command of a session, as far as the driver itself performs it.
enum SessionCommand: Sendable {
  case click(element: String)
  case sendKeys(element: String)
  case clear(element: String)
  case performActions
  case releaseActions
  case switchToFrame
  case switchToParentFrame
  case setTimeouts
  case navigate
  case refresh
  /// Goes back or forward.
  case traverseHistory
  case executeScript(isAsync: Bool)
  case elementText(element: String)
  case elementRectangle(element: String)
  case elementAttribute(element: String, name: String)
  case elementProperty(element: String, name: String)
  /// Finds elements in a shadow root.
  case findInShadowRoot
  case addCookie
  case windowRectangle
  case setWindowRectangle
  case maximizeWindow
  case fullscreenWindow
  /// A command that the session does not support.
  /// - Parameter reason: the message for the client.
  case unsupported(reason: String)
  case app(AppRequest, JSONObject)
  /// A command of the engine's driver.
  /// - Parameter leavesFrame: whether the current frame is the page itself afterwards.
  case other(leavesFrame: Bool)

  /// Reads a command.
  ///
  /// - Parameter path: the path below the session's.
  /// - Throws: ``WebDriverError`` for an extension command that does not exist, or for wrong parameters.
  init(_ request: HTTPRequest, path: [String]) throws(WebDriverError) {
    if path.first == "causeway" {
      self = try Self.app(request, Array(path.dropFirst()))
      return
    }
    if request.method == "POST", path == ["se", "file"] {
      // Selenium recognizes this beginning, and then sends the file's path to the element.
      throw WebDriverError(
        .unknownCommand, "Unrecognized command: POST se/file. The driver reads files of this machine by their paths")
    }
    try Endpoint.check(request.method, path)
    // The engine's driver gives no reason for a body that it cannot read.
    if request.method == "POST" { _ = try DriverSession.parameters(request) }
    self = Self.standard(request.method, path)
  }

  private static func standard(_ method: String, _ path: [String]) -> Self {
    let isPost = method == "POST"
    switch (path[0], path.count) {
    case ("element", 3...): return element(path) ?? .other(leavesFrame: false)
    case ("actions", _): return isPost ? .performActions : .releaseActions
    case ("frame", 1): return .switchToFrame
    case ("frame", _): return .switchToParentFrame
    case ("timeouts", _) where isPost: return .setTimeouts
    case ("url", _) where isPost: return .navigate
    case ("refresh", _): return .refresh
    case ("back", _), ("forward", _): return .traverseHistory
    case ("execute", _): return .executeScript(isAsync: path[1] == "async")
    case ("shadow", _): return .findInShadowRoot
    case ("cookie", 1) where isPost: return .addCookie
    case ("print", _): return .unsupported(reason: "a page in an app is not printed; take a screenshot")
    case ("window", 1): return .other(leavesFrame: isPost)
    case ("window", _): return window(path[1], isPost: isPost)
    default: return .other(leavesFrame: false)
    }
  }

  /// Returns the command for an element; nil if the engine's driver performs it.
  private static func element(_ path: [String]) -> Self? {
    switch path[2] {
    case "click": .click(element: path[1])
    case "value": .sendKeys(element: path[1])
    case "clear": .clear(element: path[1])
    case "text": .elementText(element: path[1])
    case "rect": .elementRectangle(element: path[1])
    case "attribute": .elementAttribute(element: path[1], name: path[3])
    case "property": .elementProperty(element: path[1], name: path[3])
    default: nil
    }
  }

  private static func window(_ name: String, isPost: Bool) -> Self {
    switch name {
    case "rect": isPost ? .setWindowRectangle : .windowRectangle
    case "maximize": .maximizeWindow
    case "fullscreen": .fullscreenWindow
    case "minimize":
      .unsupported(reason: "the display of a session has no other window, and no place for a window that is not shown")
    case "new":
      .unsupported(reason: "an app shows its page in one window; start another session for another window")
    default: .other(leavesFrame: false)
    }
  }

  private static let extensions: [(method: String, path: [String], request: AppRequest)] = [
    ("GET", ["messages"], .messages), ("GET", ["console"], .console), ("POST", ["profile"], .profile),
    ("GET", ["prompts"], .prompts),
    ("POST", ["prompts"], .awaitPrompt), ("POST", ["event"], .event), ("GET", ["store", "orders"], .orders),
    ("POST", ["store", "refund"], .refund), ("POST", ["store", "clock"], .clock),
    ("POST", ["store", "failures"], .failures),
  ]

  private static func app(_ request: HTTPRequest, _ path: [String]) throws(WebDriverError) -> Self {
    let here = extensions.filter { $0.path == path }
    guard let found = here.first(where: { $0.method == request.method }) else {
      let name = "causeway/" + path.joined(separator: "/")
      guard here.isEmpty else {
        throw WebDriverError(.unknownMethod, "\(name) takes \(here.map(\.method).joined(separator: " and "))")
      }
      let names = Set(extensions.map { "causeway/" + $0.path.joined(separator: "/") }).sorted()
      throw WebDriverError(.unknownCommand, "there is no \(name); there are \(names.joined(separator: ", "))")
    }
    guard request.method == "GET" else {
      return .app(found.request, request.body.isEmpty ? [:] : try DriverSession.parameters(request))
    }
    var parameters: JSONObject = [:]
    for (name, value) in request.query {
      // Each parameter of a query is a number.
      guard let number = Double(value), number.isFinite else { throw .invalidArgument("\(name): it must be a number") }
      parameters[name] = .number(number)
    }
    return .app(found.request, parameters)
  }
}
