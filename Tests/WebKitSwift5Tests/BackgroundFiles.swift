import Foundation
import WebKit

/// A scheme handler that answers on its own queue, as was usual before Swift had actors.
class BackgroundFiles: NSObject, WKURLSchemeHandler {
  private let queue = DispatchQueue(label: "files")
  private let files: [String: String]

  init(_ files: [String: String]) {
    self.files = files
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: WKURLSchemeTask) {
    let answer = Answer(urlSchemeTask, files)
    queue.async { answer.send() }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: WKURLSchemeTask) {}
}

private class Answer: NSObject {
  private let task: WKURLSchemeTask
  private let files: [String: String]

  init(_ task: WKURLSchemeTask, _ files: [String: String]) {
    self.task = task
    self.files = files
  }

  func send() {
    precondition(!Thread.isMainThread)
    guard let url = task.request.url, let file = files[url.path] else {
      return task.didFailWithError(URLError(.fileDoesNotExist))
    }
    let data = Data(file.utf8)
    task.didReceive(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "text/html"])!)
    task.didReceive(data.prefix(10))
    task.didReceive(data.dropFirst(10))
    task.didFinish()
  }
}
