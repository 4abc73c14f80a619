/// A command of WebDriver in the specification's table of endpoints.
struct Endpoint: Hashable, Sendable {
  let method: String
  /// The segments of the path below the session's. A segment with the prefix `$` stands for any text.
  let path: [String]

  private init(_ method: String, _ path: String) {
    self.method = method
    self.path = path.split(separator: "/").map(String.init)
  }

  /// The commands of a session.
  static let session: [Endpoint] = [
    Endpoint("GET", "timeouts"), Endpoint("POST", "timeouts"), Endpoint("POST", "url"), Endpoint("GET", "url"),
    Endpoint("POST", "back"), Endpoint("POST", "forward"), Endpoint("POST", "refresh"), Endpoint("GET", "title"),
    Endpoint("GET", "window"), Endpoint("DELETE", "window"), Endpoint("POST", "window"),
    Endpoint("GET", "window/handles"), Endpoint("POST", "window/new"), Endpoint("POST", "frame"),
    Endpoint("POST", "frame/parent"), Endpoint("GET", "window/rect"), Endpoint("POST", "window/rect"),
    Endpoint("POST", "window/maximize"), Endpoint("POST", "window/minimize"), Endpoint("POST", "window/fullscreen"),
    Endpoint("GET", "element/active"), Endpoint("GET", "element/$element/shadow"), Endpoint("POST", "element"),
    Endpoint("POST", "elements"), Endpoint("POST", "element/$element/element"),
    Endpoint("POST", "element/$element/elements"), Endpoint("POST", "shadow/$shadow/element"),
    Endpoint("POST", "shadow/$shadow/elements"), Endpoint("GET", "element/$element/selected"),
    Endpoint("GET", "element/$element/displayed"), Endpoint("GET", "element/$element/attribute/$name"),
    Endpoint("GET", "element/$element/property/$name"), Endpoint("GET", "element/$element/css/$name"),
    Endpoint("GET", "element/$element/text"), Endpoint("GET", "element/$element/name"),
    Endpoint("GET", "element/$element/rect"), Endpoint("GET", "element/$element/enabled"),
    Endpoint("GET", "element/$element/computedrole"), Endpoint("GET", "element/$element/computedlabel"),
    Endpoint("POST", "element/$element/click"), Endpoint("POST", "element/$element/clear"),
    Endpoint("POST", "element/$element/value"), Endpoint("GET", "source"), Endpoint("POST", "execute/sync"),
    Endpoint("POST", "execute/async"), Endpoint("GET", "cookie"), Endpoint("GET", "cookie/$name"),
    Endpoint("POST", "cookie"), Endpoint("DELETE", "cookie/$name"), Endpoint("DELETE", "cookie"),
    Endpoint("POST", "actions"), Endpoint("DELETE", "actions"), Endpoint("POST", "alert/dismiss"),
    Endpoint("POST", "alert/accept"), Endpoint("GET", "alert/text"), Endpoint("POST", "alert/text"),
    Endpoint("GET", "screenshot"), Endpoint("GET", "element/$element/screenshot"), Endpoint("POST", "print"),
  ]

  /// Checks that a command exists.
  ///
  /// - Throws: ``WebDriverError``: `unknown command` if the table has no such path, and `unknown method` if it has the
  ///   path with other methods only.
  static func check(_ method: String, _ path: [String]) throws(WebDriverError) {
    let name = path.joined(separator: "/")
    let methods = session.filter { $0.matches(path) }.map(\.method)
    guard !methods.isEmpty else {
      throw WebDriverError(.unknownCommand, "there is no command \(method) \(name)")
    }
    guard methods.contains(method) else {
      throw WebDriverError(.unknownMethod, "\(name) takes \(methods.joined(separator: " and ")), not \(method)")
    }
  }

  private func matches(_ path: [String]) -> Bool {
    path.count == self.path.count
      && zip(self.path, path).allSatisfy { pattern, segment in pattern.hasPrefix("$") || pattern == segment }
  }
}
