#if os(Linux)
import CausewayHTTP
import CausewayJSON
import Foundation
import OnsideMerchant

/// A publisher's HTTP server.
struct MerchantServer: Sendable {
  let validator: PurchaseValidator
  /// The receiver of the store's notifications; nil if they are not accepted.
  let notifications: NotificationReceiver?
  /// The files that are served beside the other routes; nil for none.
  let site: StaticFiles?
  /// The server's address and the rules for its clients.
  let endpoint: MerchantEndpoint
  let readiness: Readiness
  let metrics: MerchantMetrics
  /// Gets a line for each request. The line contains no signed text, secret, token or customer.
  let log: ServerLog
  /// The sizes of the ledger's files; empty if it has none.
  let ledgerFiles: @Sendable () -> [(kind: String, bytes: Int)]

  /// The answer to a request, with its values for the log and the metrics.
  struct Answer {
    var response: HTTPResponse
    /// `ok`, or the code of a refusal.
    var outcome = "ok"
    /// The text for people in the log. It names no customer.
    var remark: String
    /// The name of the client whose secret the request has; nil for none.
    var client: String?
  }

  /// Makes the HTTP server, which does not listen yet.
  func server(stopTimeout: Duration) -> HTTPServer {
    var options = HTTPServer.Options()
    options.address = endpoint.address
    options.port = endpoint.port
    // Allow twice the limit here, so that a body that is slightly too long still gets an answer in JSON.
    options.maximumBodyBytes = 2 * maximumBodyBytes
    options.maximumHeadBytes = endpoint.limits.headerBytes ?? ServeLimits.headerBytes
    options.maximumRequests = endpoint.limits.requests ?? ServeLimits.requests
    options.maximumConnections = endpoint.limits.connections ?? ServeLimits.connections
    options.stopTimeout = stopTimeout
    options.didRefuse = { status in
      metrics.refused(status: status)
      log.write(
        .warning, .requestRefused, "a request was refused with status \(status) before it was read",
        ["status": .number(Double(status))])
    }
    options.didReplace = { status in
      metrics.replaced(status: status)
      log.write(
        .error, .answerReplaced,
        status == 503
          ? "an answer was replaced by one with status 503, because too many answers wait for their clients"
          : "an answer was not valid, and was replaced by one with status \(status); report this fault of the program",
        ["status": .number(Double(status))])
    }
    return HTTPServer(options) { await answer($0) }
  }

  var maximumBodyBytes: Int { endpoint.limits.bodyBytes ?? ValidationRequest.maximumBytes }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let start = ContinuousClock.now
    let id = RequestID(request[field: RequestID.field])
    let route = MerchantRoute(
      request.path, basePath: endpoint.basePath, hasSite: site != nil,
      acceptsNotifications: notifications != nil)
    metrics.began()
    var answer = await self.answer(request, route, id)
    answer.response.fields.append((RequestID.field, id.text))
    let time = ContinuousClock.now - start
    metrics.answered(
      route, status: answer.response.status, outcome: answer.outcome, client: answer.client, in: time)
    write(answer, to: request, route, id, time)
    return answer.response
  }

  private func write(
    _ answer: Answer, to request: HTTPRequest, _ route: MerchantRoute, _ id: RequestID, _ time: Duration
  ) {
    let milliseconds = time / .milliseconds(1)
    let status = answer.response.status
    let isProbe = [.healthz, .readyz, .metrics].contains(route) && status < 400
    let level: ServerLog.Level = status >= 500 ? .error : isProbe ? .debug : .info
    log.write(
      level, .request, "\(answer.remark), \(status), \(String(format: "%.1f", milliseconds)) ms", request: id,
      [
        "route": .string(route.rawValue), "method": .string(Self.known(request.method)),
        "status": .number(Double(status)),
        "outcome": .string(answer.outcome), "duration_ms": .number((milliseconds * 10).rounded() / 10),
        "client": answer.client.map { .string($0) } ?? .null,
        "address": endpoint.proxies.client(of: request).map { .string($0) } ?? .null,
      ])
  }

  /// Returns a usual method; `other` for the rest, because a client can choose any text as a method.
  private static func known(_ method: String) -> String {
    ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"].contains(method) ? method : "other"
  }

  // MARK: Routes

  private func answer(_ request: HTTPRequest, _ route: MerchantRoute, _ id: RequestID) async -> Answer {
    // Accept any `Host`, because a container platform sends its probes to any name. The answer contains nothing that
    // another site must not see.
    if route == .healthz { return Answer(response: .text(200, "ok\n", fields: Self.fields), remark: "GET /healthz") }
    if let refusal = guarded(request) { return refused(refusal, nil) }
    do throws(ValidationProblem) {
      if route != .site, route != .none, !route.methods.contains(request.method) {
        throw .methodNotAllowed(route)
      }
      switch route {
      case .validate: return await validate(request, id, client: try client(of: request))
      case .entitlements: return await entitlements(request, id, client: try client(of: request))
      case .notifications: return await notification(request, id)
      case .readyz: return await ready(request)
      case .metrics: return try await metrics(request)
      case .site, .healthz, .none: return await file(request)
      }
    } catch {
      return refused(error, route)
    }
  }

  /// Returns the reason to refuse a request before its route is known; nil if there is none.
  private func guarded(_ request: HTTPRequest) -> ValidationProblem? {
    // Allow every IP address as the `Host`, because a malicious site can point only its own name to this server (DNS
    // rebinding), not an IP address.
    if let refusal = PageGuard(hosts: endpoint.hosts.union([endpoint.address])).refusal(request, allowsAnyAddress: true)
    {
      return ValidationProblem(refusal)
    }
    return endpoint.clients.isEmpty && request.isForwarded ? .forwarded : nil
  }

  /// Returns the name of the client whose secret a request has; nil if clients need no secret.
  func client(of request: HTTPRequest) throws(ValidationProblem) -> String? {
    guard !endpoint.clients.isEmpty else { return nil }
    guard let client = endpoint.clients.client(request[field: "Authorization"]) else { throw .unauthorized }
    return client
  }

  func refused(_ problem: ValidationProblem, _ route: MerchantRoute?, client: String? = nil) -> Answer {
    let response = HTTPResponse.json(
      problem.json, status: problem.status, contentType: "application/problem+json",
      fields: Self.fields + problem.fields)
    return Answer(
      response: response, outcome: problem.code,
      remark: "\(route.map { "/\($0.rawValue)" } ?? "refused"), \(problem.code)", client: client)
  }

  /// Answers must not be cached, because they are private to a customer and change.
  static let fields = [(name: "Cache-Control", value: "no-store")]

  // MARK: POST /validate

  private func validate(_ request: HTTPRequest, _ id: RequestID, client: String?) async -> Answer {
    do throws(ValidationProblem) {
      let validation = try await validation(try validationRequest(request), id)
      metrics.decided(validation)
      let answer = ValidationAnswer(validation: validation)
      return Answer(
        response: .json(answer.json, fields: Self.fields), remark: "POST /validate, \(answer.summary)", client: client)
    } catch {
      return refused(error, .validate, client: client)
    }
  }

  func checkLength(of request: HTTPRequest) throws(ValidationProblem) {
    guard request.body.count <= maximumBodyBytes else {
      throw ValidationProblem(
        status: 413, title: "The body is longer than \(maximumBodyBytes) bytes.", code: "too_large")
    }
  }

  private func validationRequest(_ request: HTTPRequest) throws(ValidationProblem) -> ValidationRequest {
    try checkLength(of: request)
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

  private func validation(
    _ request: ValidationRequest, _ id: RequestID
  ) async throws(ValidationProblem) -> Validation {
    do throws(ValidationError) {
      let validation = try await validator.validate(request.history, order: request.order, for: request.customer)
      // The answer is that for the other purchases, so only the log says that the store left the published schema.
      for violation in validation.violations where violation.isDecisive {
        log.write(.warning, .purchaseUnusable, "/validate: \(violation)", request: id)
      }
      return validation
    } catch {
      if case .ledger(let reason) = error { ledgerFailed(reason, "/validate", id) }
      if case .notConfirmed(_, let reason) = error { metrics.leftUnconfirmed(reason) }
      throw ValidationProblem(error)
    }
  }

  /// Logs an error of the ledger. Only the log contains the error, because the client must not learn details of the
  /// ledger's machine.
  func ledgerFailed(_ error: LedgerError, _ route: String, _ id: RequestID) {
    if case .invalidCustomer = error { return }
    log.write(.error, .ledgerFailed, "\(route): \(error)", request: id)
  }

  // MARK: GET /customers/{id}/entitlements

  private func entitlements(_ request: HTTPRequest, _ id: RequestID, client: String?) async -> Answer {
    let customer = request.path[endpoint.basePath.count + 1]
    do throws(LedgerError) {
      let entitlements = try await validator.entitlements(of: customer)
      return Answer(
        response: .json(ValidationAnswer.json(of: entitlements), fields: Self.fields),
        remark: "GET entitlements, \(entitlements.count)", client: client)
    } catch {
      ledgerFailed(error, "/entitlements", id)
      return refused(ValidationProblem(.ledger(error)), .entitlements, client: client)
    }
  }
}
#endif
