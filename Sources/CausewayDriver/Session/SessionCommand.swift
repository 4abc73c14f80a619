import CausewayHTTP
import CausewayJSON

/// A command of a session, as far as the driver itself performs it.
enum SessionCommand: Sendable {
  case click(element: String)
  case sendKeys(element: String)
  case performActions
  case releaseActions
  case switchToFrame
  case switchToParentFrame
  case setTimeouts
  case newWindow
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
    switch (request.method, path.first, path.count) {
    case ("POST", "element", 3) where path[2] == "click": self = .click(element: path[1])
    case ("POST", "element", 3) where path[2] == "value": self = .sendKeys(element: path[1])
    case ("POST", "actions", 1): self = .performActions
    case ("DELETE", "actions", 1): self = .releaseActions
    case ("POST", "frame", 1): self = .switchToFrame
    case ("POST", "frame", 2) where path[1] == "parent": self = .switchToParentFrame
    case ("POST", "timeouts", 1): self = .setTimeouts
    case ("POST", "window", 2) where path[1] == "new": self = .newWindow
    case ("POST", "se", 2) where path[1] == "file":
      // Selenium recognizes this beginning, and then sends the file's path to the element.
      throw WebDriverError(
        .unknownCommand, "Unrecognized command: POST se/file. The driver reads files of this machine by their paths")
    case ("POST", "url", 1), ("POST", "refresh", 1), ("POST", "back", 1), ("POST", "forward", 1), ("POST", "window", 1):
      self = .other(leavesFrame: true)
    default: self = .other(leavesFrame: false)
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
