/// Finds who answers a request, by its method and path.
package struct Router: Sendable {
  /// Answers a request of a pattern.
  package typealias Handler = @Sendable (HTTPRequest, PathParameters) async -> HTTPResponse

  /// Answers what has no pattern.
  package var notFound: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .text(404, "There is nothing here.\n") }
  /// Answers a method that a path does not have, of those that it has; `Allow` is added to the answer.
  package var methodNotAllowed: @Sendable (HTTPRequest, _ allowed: [String]) async -> HTTPResponse = {
    .text(405, "Here, only \($1.joined(separator: ", ")) can be asked.\n")
  }
  private var routes: [Route] = []

  /// A router without any pattern.
  package init() {}

  /// Adds one.
  ///
  /// - Parameters:
  ///   - method: such as `GET`, which is also for `HEAD`.
  ///   - pattern: such as `/orders/{id}`; a name in braces is any segment. Where several fit, the one that has plain
  ///     text further to the left is taken.
  package mutating func on(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
    let parts = PathPattern(pattern)
    let index = routes.firstIndex { $0.pattern.fitsTheSame(as: parts) }
    guard let index else { return routes.append(Route(pattern: parts, handlers: [(method, parts, handler)])) }
    precondition(!routes[index].handlers.contains { $0.method == method }, "\(method) \(pattern) is there already")
    routes[index].handlers.append((method, parts, handler))
  }

  /// Answers a request.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let route = route(of: request) else { return await notFound(request) }
    if let found = route.handler(for: request.method) {
      return await found.handler(request, PathParameters(found.pattern.parameters(in: request.path)))
    }
    var answer = await methodNotAllowed(request, route.methods)
    answer.fields.append(("Allow", route.methods.joined(separator: ", ")))
    return answer
  }

  /// The pattern of a request, with the names of its segments; nil if none fits.
  package func pattern(of request: HTTPRequest) -> String? {
    guard let route = route(of: request) else { return nil }
    return (route.handler(for: request.method)?.pattern ?? route.pattern).text
  }

  private func route(of request: HTTPRequest) -> Route? {
    routes.filter { $0.pattern.fits(request.path) }.max { $1.pattern.isPlainer(than: $0.pattern) }
  }

  private struct Route: Sendable {
    var pattern: PathPattern
    var handlers: [(method: String, pattern: PathPattern, handler: Handler)]

    func handler(for method: String) -> (method: String, pattern: PathPattern, handler: Handler)? {
      handlers.first { $0.method == method } ?? (method == "HEAD" ? handler(for: "GET") : nil)
    }

    var methods: [String] {
      let methods = Set(handlers.map(\.method))
      return methods.union(methods.contains("GET") ? ["HEAD"] : []).sorted()
    }
  }
}

/// The segments that a pattern of a ``Router`` has names for, without their escapes.
package struct PathParameters: Sendable {
  private let values: [String: String]

  /// Some of them.
  package init(_ values: [String: String]) { self.values = values }

  /// The one of a name, which the pattern must have.
  package subscript(name: String) -> String {
    guard let value = values[name] else { preconditionFailure("the pattern has no {\(name)}") }
    return value
  }
}
