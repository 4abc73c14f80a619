import CausewayJSON
import CausewayHTTP
import CausewayText
import Foundation

/// A line for each request that is answered: the method, the path with the names of its parameters instead of their
/// values, the status, and how long it took. Nothing else of what was sent is in it.
struct RequestLog: Sendable {
  let router: Router
  let write: @Sendable (String) -> Void

  /// Answers a request, and writes its line before the answer is sent.
  func answer(_ request: HTTPRequest, _ work: (HTTPRequest) async -> HTTPResponse) async -> HTTPResponse {
    let start = ContinuousClock.now
    let response = await work(request)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let status = response.status == HTTPResponse.noAnswer.status ? "no answer" : "\(response.status)"
    let place = router.pattern(of: request) ?? "elsewhere"
    let remark = response.remark.map { ": \($0)" } ?? ""
    // A client chooses its method, which HTTP allows to be almost any word.
    write(TerminalText("\(request.method) \(place) \(status) \(String(format: "%.1f", milliseconds)) ms\(remark)").line)
    return response
  }
}
