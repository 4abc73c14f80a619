import WebKit
import XCTest

/// A scheme handler whose answers each test chooses.
@MainActor final class SchemeServer: NSObject, WKURLSchemeHandler {
  /// The function that answers a task. If it is nil, as by default, the tasks wait in ``started``.
  var answer: ((any WKURLSchemeTask) -> Void)?
  let started = Mailbox<any WKURLSchemeTask>()
  let stopped = Mailbox<any WKURLSchemeTask>()

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    if let answer { answer(urlSchemeTask) } else { started.put(urlSchemeTask) }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { stopped.put(urlSchemeTask) }
}

extension WKURLSchemeTask {
  /// Sends a whole answer.
  func answer(_ status: Int = 200, _ fields: [String: String] = [:], _ data: Data = Data()) {
    respond(status, fields)
    didReceive(data)
    didFinish()
  }

  /// Begins an answer that pages of any origin may read.
  func respond(_ status: Int = 200, _ fields: [String: String] = ["Access-Control-Allow-Origin": "*"]) {
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
    else { return XCTFail("no response") }
    didReceive(response)
  }
}
