import WebKit

/// A web view, and the app's observations of it.
@MainActor final class Browser: NSObject {
  let app: App
  let webView: WKWebView
  /// The continuation of ``open(_:)``, which resumes when the page is loaded or has failed.
  var loading: CheckedContinuation<Void, any Error>?
  private var window: WebViewWindow?
  private var observations: [NSKeyValueObservation] = []
  private var progress: [Double] = []
  private var events: [[String: Any]] = []
  private var number = 0

  init(_ app: App, _ configuration: WKWebViewConfiguration) {
    self.app = app
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 1120, height: 760), configuration: configuration)
    super.init()
    webView.navigationDelegate = self
    webView.uiDelegate = self
    webView.allowsBackForwardNavigationGestures = true
    observe()
  }

  func openWindow(onClose: @escaping () -> Void) {
    window = WebViewWindow(webView, title: "Browser", width: 1120, height: 760)
    window?.onClose = onClose
  }

  /// Loads a page, and waits until it is loaded and `reader.js` has read it.
  func open(_ url: URL) async throws {
    try await withCheckedThrowingContinuation { continuation in
      loading = continuation
      webView.load(URLRequest(url: url))
    }
    try await webView.callAsyncJavaScript("await read", contentWorld: .browser)
  }

  // MARK: Observing

  private func observe() {
    observations = [
      webView.observe(\.title, options: .new) { [weak self] _, change in
        guard let title = change.newValue ?? nil else { return }
        self?.window?.title = title.isEmpty ? "Browser" : title
        if !title.isEmpty { self?.note("title", "“\(title)”", at: "observe(\\.title)") }
      },
      webView.observe(\.estimatedProgress, options: .new) { [weak self] _, change in
        self?.didProgress(to: change.newValue ?? 0)
      },
      webView.observe(\.canGoBack) { [weak self] _, _ in self?.showReport() },
      webView.observe(\.canGoForward) { [weak self] _, _ in self?.showReport() },
    ]
  }

  private func didProgress(to value: Double) {
    if value < progress.last ?? 0 { progress = [] }
    progress.append(value)
    showReport()
  }

  // MARK: The report of the start page

  /// Adds an event to the report, with the name of the method that reported the event to the app.
  func note(_ kind: String, _ text: String, at source: String) {
    print("\(kind): \(text)")
    events = (events + [["kind": kind, "text": text, "source": source]]).suffix(12)
    showReport()
  }

  /// The data about the web view that the start page shows.
  var report: [String: Any] {
    number += 1
    let list = webView.backForwardList
    let pages = list.backList + [list.currentItem].compactMap { $0 } + list.forwardList
    return [
      "number": number, "title": webView.title ?? "", "address": webView.url?.absoluteString ?? "",
      "progress": progress, "events": events, "place": list.backList.count,
      "pages": pages.map { $0.title ?? $0.url.absoluteString },
    ]
  }

  private func showReport() {
    guard webView.url?.scheme == StartPage.scheme, !webView.isLoading else { return }
    // There is no completion handler: the page may have gone away, and a lost report does no harm.
    webView.callAsyncJavaScript("show(report)", arguments: ["report": report], in: nil, in: .browser)
  }

  // MARK: Commands of the reader

  func find(_ text: String) async -> Bool {
    let isFound = (try? await webView.find(text).matchFound) ?? false  // on Linux, find(_:) never throws
    note("find", "“\(text)” \(isFound ? "found" : "not found")", at: "find(_:)")
    return isFound
  }

  func go(by distance: Int) {
    if let item = webView.backForwardList.item(at: distance) { webView.go(to: item) }
  }
}
