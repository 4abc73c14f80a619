import CausewayHTTP
import CausewayText
import Foundation

/// A log with a line for each answered request: the method, the path with the names of its parameters instead of their
/// values, the status and the duration. The line contains nothing else from the request.
struct RequestLog: Sendable {
  let router: Router
  let write: @Sendable (String) -> Void

  /// Answers a request, and writes its line before the answer is sent.
  func answer(_ request: HTTPRequest, _ work: (HTTPRequest) async -> HTTPResponse) async -> HTTPResponse {
    let start = ContinuousClock.now
    let response = await work(request)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let status = response.status == HTTPResponse.noAnswer.status ? "no answer" : "\(response.status)"
    let route = router.pattern(of: request) ?? "elsewhere"
    let remark = response.remark.map { ": \($0)" } ?? ""
    // Make the line safe for a terminal, because the client chooses the method, and HTTP allows almost any text as a
    // method.
    write(TerminalText("\(request.method) \(route) \(status) \(String(format: "%.1f", milliseconds)) ms\(remark)").line)
    return response
  }
}
