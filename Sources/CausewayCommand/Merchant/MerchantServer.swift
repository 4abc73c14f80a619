#if os(Linux)
import CausewayHTTP
import CausewayJSON
import Foundation
import OnsideMerchant

/// A publisher's HTTP server, with `POST /validate` and the files of a site.
struct MerchantServer: Sendable {
  private let validator: PurchaseValidator
  private let site: StaticFiles?
  private let endpoint: MerchantEndpoint
  private let pages: PageGuard
  private let log: @Sendable (String) -> Void

  /// - Parameters:
  ///   - site: the files that are served beside `/validate`; nil for none.
  ///   - endpoint: the server's address and the rules for its clients.
  ///   - log: receives a line for each request. The line contains no signed text, secret, token or customer.
  init(
    _ validator: PurchaseValidator, site: StaticFiles?, endpoint: MerchantEndpoint,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.validator = validator
    self.site = site
    self.endpoint = endpoint
    pages = PageGuard(hosts: endpoint.hosts.union([endpoint.address]))
    self.log = log
  }

  /// Makes the HTTP server, which does not listen yet.
  func server() -> HTTPServer {
    var options = HTTPServer.Options()
    options.address = endpoint.address
    options.port = endpoint.port
    // Allow twice the limit here, so that a body that is slightly too long still gets an answer in JSON.
    options.maximumBodyBytes = 2 * ValidationRequest.maximumBytes
    return HTTPServer(options) { await answer($0) }
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let start = ContinuousClock.now
    let (answer, remark) = await guarded(request)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    log("\(remark), \(answer.status), \(String(format: "%.1f", milliseconds)) ms")
    return answer
  }

  /// Answers a request, or refuses it if it may come from a page of another site.
  private func guarded(_ request: HTTPRequest) async -> (HTTPResponse, String) {
    // Allow every IP address as the `Host`, because a malicious site can point only its own name to this server (DNS
    // rebinding), not an IP address.
    if let refusal = pages.refusal(request, allowsAnyAddress: true) { return Self.refused(ValidationProblem(refusal)) }
    return request.path == ["validate"] ? await validate(request) : await file(request)
  }

  private static func refused(_ problem: ValidationProblem) -> (HTTPResponse, String) {
    let answer = HTTPResponse.json(
      problem.json, status: problem.status, contentType: "application/problem+json", fields: fields + problem.fields)
    return (answer, "refused, \(problem.code)")
  }

  // MARK: POST /validate

  private func validate(_ request: HTTPRequest) async -> (HTTPResponse, String) {
    do throws(ValidationProblem) {
      guard request.method == "POST" else {
        throw ValidationProblem(
          status: 405, title: "Send histories to /validate with POST.", code: "method_not_allowed")
      }
      guard endpoint.allows(request[field: "Authorization"]) else { throw .unauthorized }
      let answer = ValidationAnswer(validation: try await validation(try validationRequest(request)))
      return (.json(answer.json, fields: Self.fields), "POST /validate, \(answer.summary)")
    } catch {
      return (Self.refused(error).0, "/validate, \(error.code)")
    }
  }

  private func validationRequest(_ request: HTTPRequest) throws(ValidationProblem) -> ValidationRequest {
    guard request.body.count <= ValidationRequest.maximumBytes else {
      throw ValidationProblem(
        status: 413, title: "The body is longer than \(ValidationRequest.maximumBytes) bytes.", code: "too_large")
    }
    let body: JSONValue
    do throws(HTTPBodyError) {
      // Refuses duplicate names, because another JSON parser might use the other value.
      body = try request.json(limits: JSONLimits(maximumDepth: 16, allowsDuplicateNames: false))
    } catch {
      switch error {
      case .notSaidToBeJSON:
        throw ValidationProblem(status: 415, title: "\(error)", code: "unsupported_media_type")
      case .notJSON: throw .badRequest("The body is not JSON, or has two members with the same name.")
      }
    }
    return try ValidationRequest(body)
  }

  private func validation(_ request: ValidationRequest) async throws(ValidationProblem) -> Validation {
    do throws(ValidationError) {
      return try await validator.validate(request.history, order: request.order, for: request.customer)
    } catch {
      // Only the publisher's log gets the ledger's error. The client must not learn details of the ledger's machine.
      if case .ledger(let reason) = error { log("/validate: \(reason)") }
      throw ValidationProblem(error)
    }
  }

  /// Answers must not be cached, because they are private to a customer and change.
  private static let fields = [(name: "Cache-Control", value: "no-store")]

  // MARK: The site

  private func file(_ request: HTTPRequest) async -> (HTTPResponse, String) {
    let answer = await site?.answer(request) ?? .text(404, "Only /validate exists here.\n")
    // The log omits the path of a request that failed, because such a path can contain anything, even secrets.
    let isThere = answer.status < 400
    return (answer, isThere ? "\(request.method) /\(request.path.joined(separator: "/"))" : "elsewhere")
  }
}
#endif
