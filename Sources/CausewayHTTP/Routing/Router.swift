/// A table of handlers, which finds the handler of a request by its method and path.
package struct Router: Sendable {
  /// A closure that answers the requests of a pattern.
  package typealias Handler = @Sendable (HTTPRequest, PathParameters) async -> HTTPResponse

  /// The handler of requests whose path matches no pattern.
  package var notFound: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
    .text(404, "There is nothing at this address.\n")
  }
  /// The handler of requests whose method the path does not allow. The handler receives the allowed methods, and the
  /// router adds the field `Allow` to its answer.
  package var methodNotAllowed: @Sendable (HTTPRequest, _ allowed: [String]) async -> HTTPResponse = {
    .text(405, "This address supports only the methods \($1.joined(separator: ", ")).\n")
  }
  private var routes: [Route] = []

  /// Creates a router without patterns.
  package init() {}

  /// Adds the handler of a method and a pattern.
  ///
  /// - Parameters:
  ///   - method: the method, such as `GET`. A handler of `GET` also answers `HEAD`.
  ///   - pattern: the pattern, such as `/orders/{id}`, in which a name in braces stands for any segment. If several
  ///     patterns match, the one with plain text further to the left is used.
  package mutating func on(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
    let parts = PathPattern(pattern)
    let index = routes.firstIndex { $0.pattern.matchesSamePaths(as: parts) }
    guard let index else { return routes.append(Route(pattern: parts, handlers: [(method, parts, handler)])) }
    precondition(
      !routes[index].handlers.contains { $0.method == method }, "The route \(method) \(pattern) already exists.")
    routes[index].handlers.append((method, parts, handler))
  }

  /// Answers a request with its handler.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let route = route(of: request) else { return await notFound(request) }
    if let found = route.handler(for: request.method) {
      return await found.handler(request, PathParameters(found.pattern.parameters(in: request.path)))
    }
    var answer = await methodNotAllowed(request, route.methods)
    answer.fields.append(("Allow", route.methods.joined(separator: ", ")))
    return answer
  }

  /// Returns the pattern that matches a request, as it was written; nil if none matches.
  package func pattern(of request: HTTPRequest) -> String? {
    guard let route = route(of: request) else { return nil }
    return (route.handler(for: request.method)?.pattern ?? route.pattern).text
  }

  private func route(of request: HTTPRequest) -> Route? {
    routes.filter { $0.pattern.matches(request.path) }.max { $1.pattern.takesPrecedence(over: $0.pattern) }
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

/// The percent-decoded segments that match the parameters of a ``Router``'s pattern.
package struct PathParameters: Sendable {
  private let values: [String: String]

  /// Creates parameters from their values by name.
  package init(_ values: [String: String]) { self.values = values }

  /// The value of a parameter. The pattern must have a parameter of this name.
  package subscript(name: String) -> String {
    guard let value = values[name] else { preconditionFailure("The path pattern has no {\(name)}.") }
    return value
  }
}
