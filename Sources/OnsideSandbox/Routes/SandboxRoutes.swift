import CausewayHTTP
import Foundation

/// The routes of the store's operations.
struct SandboxRoutes: Sendable {
  let store: SandboxStore

  /// Returns a router with all operations, to which the caller can add more routes.
  func router() -> Router {
    var router = Router()
    for operation in SandboxOperation.allCases {
      let (method, path) = operation.route
      router.on(method, path) { request, parameters in
        await answer(operation, SandboxCall(request: request, parameters: parameters), in: store)
      }
    }
    router.notFound = { _ in SandboxProblem(.notFound, "There is nothing at this address").response }
    router.methodNotAllowed = { _, allowed in
      SandboxProblem(.methodNotAllowed, "This address accepts only \(allowed.joined(separator: ", "))").response
    }
    return router
  }

  private func answer(
    _ operation: SandboxOperation, _ call: SandboxCall, in store: isolated SandboxStore
  ) async -> HTTPResponse {
    guard let failure = store.failures.take(for: operation) else { return await work(operation, call, in: store) }
    var response = failure.response ?? HTTPResponse.noAnswer
    if failure.response == nil {
      let answer = await work(operation, call, in: store)
      if failure.kind == .slow {
        // An error is ignored, because the sleep ends early only if the client has disconnected.
        try? await Task.sleep(for: .seconds(failure.seconds))
        response = answer
      }
    }
    response.remark = "a simulated failure"
    return response
  }

  private func work(
    _ operation: SandboxOperation, _ call: SandboxCall, in store: isolated SandboxStore
  ) async -> HTTPResponse {
    do throws(SandboxProblem) {
      var response = try await operation.perform(call, in: store)
      if operation != .keys { response.fields.append(("Cache-Control", "no-store")) }
      return response
    } catch {
      return error.response
    }
  }
}

extension Failure {
  /// The response of a failure that replaces the operation; nil if the operation is performed.
  fileprivate var response: HTTPResponse? {
    switch kind {
    case .unavailable: return SandboxProblem(.unavailable, "The store simulates that it is unavailable").response
    case .rateLimited:
      var problem = SandboxProblem(.rateLimited, "The store simulates that there were too many requests")
      problem.retryAfter = 1
      return problem.response
    case .notJSON: return HTTPResponse(200, "application/json", Data("<html>This is not JSON.</html>".utf8))
    case .lostAnswer, .slow: return nil
    }
  }
}
