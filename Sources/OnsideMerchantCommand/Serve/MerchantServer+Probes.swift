#if os(Linux)
import CausewayHTTP
import CausewayJSON
import Foundation

/// The routes of a publisher's server besides those about purchases.
extension MerchantServer {
  // MARK: Probes

  /// Answers `GET /readyz`. The query may leave out checks, such as `?exclude=store`.
  func ready(_ request: HTTPRequest) async -> Answer {
    let excluded = Set(request.query.filter { $0.name == "exclude" }.map(\.value))
    let checks = Readiness.Check.allCases.filter { !excluded.contains($0.rawValue) }
    let problems = await readiness.problems(of: checks)
    for (check, problem) in problems.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      log.write(.warning, .notReady, "not ready: \(check.rawValue): \(problem)", ["check": .string(check.rawValue)])
    }
    var results = JSONObject()
    for check in checks { results[check.rawValue] = problems[check] == nil ? "ok" : "failed" }
    let body: JSONValue = ["ready": .bool(problems.isEmpty), "checks": .object(results)]
    return Answer(
      response: .json(body, status: problems.isEmpty ? 200 : 503, fields: Self.fields),
      outcome: problems.isEmpty ? "ok" : "not_ready", remark: "GET /readyz")
  }

  /// Answers `GET /metrics`, for programs on this machine and for clients with a secret.
  func metrics(_ request: HTTPRequest) async throws(ValidationProblem) -> Answer {
    let isLocal = request.peer.map(IPAddressRange.loopback) == true && !request.isForwarded
    let client = isLocal ? nil : try client(of: request)
    _ = await readiness.problems(of: Readiness.Check.allCases)
    metrics.setLedgerFiles(ledgerFiles())
    return Answer(
      response: HTTPResponse(200, MerchantMetrics.contentType, Data(metrics.text.utf8), fields: Self.fields),
      remark: "GET /metrics", client: client)
  }

  // MARK: The site

  func file(_ request: HTTPRequest) async -> Answer {
    guard let site, request.path.starts(with: endpoint.basePath) else {
      return Answer(
        response: .text(404, "There is nothing here. The routes are in causeway-merchant serve --help.\n"),
        outcome: "not_found",
        remark: "elsewhere")
    }
    var file = request
    file.path = Array(request.path.dropFirst(endpoint.basePath.count))
    var answer = await site.answer(file)
    let base = endpoint.basePath.map { "/" + $0 }.joined()
    answer.fields = answer.fields.map { $0.name == "Location" ? ($0.name, base + $0.value) : $0 }
    // The log omits the path of a request that failed, because such a path can contain anything, even secrets.
    let isThere = answer.status < 400
    return Answer(
      response: answer, outcome: isThere ? "ok" : "not_found",
      remark: isThere ? "\(request.method) /\(file.path.joined(separator: "/"))" : "elsewhere")
  }
}
#endif
