import CausewayHTTP
import Foundation

/// Answers requests for the store's operations.
package struct SandboxRoutes: Sendable {
  let store: SandboxStore
  private let log: @Sendable (String) -> Void

  /// - Parameter log: takes a line for each request: the method, the path with the names of its parameters instead of
  ///   their values, the status, and how long it took.
  package init(_ store: SandboxStore, log: @escaping @Sendable (String) -> Void = { _ in }) {
    self.store = store
    self.log = log
  }

  /// A router with all of them. More can be added.
  package func router() -> Router {
    var router = Router()
    for operation in SandboxOperation.allCases {
      let (method, path) = operation.route
      router.on(method, path) { request, parameters in
        let start = ContinuousClock.now
        let call = SandboxCall(store: store, request: request, parameters: parameters)
        let (response, cause) = await answer(operation, call)
        note("\(request.method) \(path)", response.status, since: start, cause)
        return response
      }
    }
    router.notFound = { request in
      let response = SandboxProblem(.notFound, "There is nothing at this address").response
      note("\(request.method) elsewhere", response.status, since: .now, nil)
      return response
    }
    router.methodNotAllowed = { request, allowed in
      let title = "Here, only \(allowed.joined(separator: ", ")) can be asked"
      let response = SandboxProblem(.methodNotAllowed, title).response
      note("\(request.method) elsewhere", response.status, since: .now, nil)
      return response
    }
    return router
  }

  private func note(_ what: String, _ status: Int, since start: ContinuousClock.Instant, _ cause: String?) {
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let status = status == HTTPResponse.noAnswer.status ? "no answer" : "\(status)"
    log("\(what) \(status) \(String(format: "%.1f", milliseconds)) ms" + (cause.map { ": \($0)" } ?? ""))
  }

  /// The answer, and what the log is to say of it besides.
  private func answer(_ operation: SandboxOperation, _ call: SandboxCall) async -> (HTTPResponse, cause: String?) {
    let failure = await store.takeFailure(of: operation)
    if let response = failure?.response { return (response, "a failure that was asked for") }
    var (response, cause) = await work(operation, call)
    if failure?.kind == .slow, let seconds = failure?.seconds {
      // Ends early only if the client has gone.
      try? await Task.sleep(for: .seconds(seconds))
      cause = "a failure that was asked for"
    }
    if failure?.kind == .lostAnswer { (response, cause) = (.noAnswer, "a failure that was asked for") }
    return (response, cause)
  }

  private func work(_ operation: SandboxOperation, _ call: SandboxCall) async -> (HTTPResponse, cause: String?) {
    do throws(SandboxProblem) {
      var response = try await operation.perform(call)
      if operation != .keys { response.fields.append(("Cache-Control", "no-store")) }
      return (response, nil)
    } catch {
      return (error.response, error.cause)
    }
  }
}

extension Failure {
  /// What is answered without any work; nil if the work is done.
  fileprivate var response: HTTPResponse? {
    switch kind {
    case .unavailable: return SandboxProblem(.unavailable, "The store was asked to be unavailable").response
    case .rateLimited:
      var problem = SandboxProblem(.rateLimited, "The store was asked to say that these are too many requests")
      problem.retryAfter = 1
      return problem.response
    case .notJSON: return HTTPResponse(200, "application/json", Data("<html>This is not JSON.</html>".utf8))
    case .lostAnswer, .slow: return nil
    }
  }
}
