/// The tasks of a web view that are not over.
@MainActor
final class URLSchemeTasks {
  private struct Entry {
    let task: URLSchemeTask
    let handler: any WKURLSchemeHandler
    weak var webView: WKWebView?
  }

  private var open: [ObjectIdentifier: Entry] = [:]

  /// Hands a task to its handler as soon as the body of the request is here.
  func start(_ task: URLSchemeTask, with handler: any WKURLSchemeHandler, in webView: WKWebView) {
    open[ObjectIdentifier(task)] = Entry(task: task, handler: handler, webView: webView)
    task.didEnd = { [weak self, unowned task] in
      _ = self?.open.removeValue(forKey: ObjectIdentifier(task))
    }
    task.readBody { [weak self, weak webView] in
      guard let webView, self?.open[ObjectIdentifier(task)] != nil else { return }
      handler.webView(webView, start: task)
    }
  }

  /// Nobody wants the resources any more.
  func stopAll() {
    let entries = open.values
    open = [:]
    for entry in entries {
      entry.task.stop()
      if let webView = entry.webView { entry.handler.webView(webView, stop: entry.task) }
    }
  }
}
