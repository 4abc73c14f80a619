/// The tasks of a web view that have not ended.
@MainActor
final class URLSchemeTasks {
  private var open: [ObjectIdentifier: URLSchemeTask] = [:]

  /// Passes a task to its handler, with the body of the request.
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

  /// Cancels the tasks of a navigation to a URL, because the navigation failed before its page was committed.
  func cancelNavigation(to url: URL?) {
    for task in open.values where task.isNavigation && task.request.url == url { task.cancel() }
  }

  /// Abandons all tasks, because the web view is being released. Handlers are not notified, because they could retain
  /// the web view, which is an argument of their method.
  func abandonAll() {
    for task in open.values { task.abandon() }
    open = [:]
  }
}
