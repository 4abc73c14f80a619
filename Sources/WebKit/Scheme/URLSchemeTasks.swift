/// The tasks of a web view that are not over.
@MainActor
final class URLSchemeTasks {
  private var open: [ObjectIdentifier: URLSchemeTask] = [:]

  /// Hands a task to its handler, with the body of the request.
  func start(_ task: URLSchemeTask, with handler: any WKURLSchemeHandler, in webView: WKWebView) {
    let key = ObjectIdentifier(task)
    open[key] = task
    var isStarted = false
    task.didComplete = { [weak self] in self?.open[key] = nil }
    task.didStop = { [weak self, weak webView] in
      guard let task = self?.open.removeValue(forKey: key), let webView, isStarted else { return }
      handler.webView(webView, stop: task)
    }
    task.readBody()
    guard open[key] != nil else { return }
    isStarted = true
    handler.webView(webView, start: task)
  }

  /// A navigation to a URL failed before its page was there.
  func cancelNavigation(to url: URL?) {
    for task in open.values where task.isNavigation && task.request.url == url { task.cancel() }
  }

  /// The web view goes, which nobody can be told of any more.
  func abandonAll() {
    for task in open.values { task.abandon() }
    open = [:]
  }
}
