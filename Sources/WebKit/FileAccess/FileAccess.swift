import CWebKitGTK

/// The files that the page of a web view may read. WebKitGTK's processes can read every file that the app can read, so
/// content filters limit the page.
///
/// Until the next page is committed, its filter and the current page's filter apply together, since the current page
/// may stay.
@MainActor
final class FileAccess {
  /// The result of ``prepare(for:_:in:completion:)``: whether the page may load.
  enum Outcome {
    case ready
    /// The page must not load, because the files that it may read cannot be limited.
    case refused
    /// A later navigation has replaced this navigation.
    case superseded
  }

  private struct Pending {
    weak var webView: WKWebView?
    /// The app's navigation; nil for a navigation of the page itself.
    let navigation: WKNavigation?
    let url: URL
    let scope: FileScope
    var filter: ContentFilter?
  }

  private let manager: GObjectReference
  /// The web views that share the manager, and therefore its filters.
  private var webViews = WeakList<WKWebView>()
  /// The scopes of the pages that were shown, by URL, so that a page has its scope again when the user goes back to it.
  private var grants: [URL: FileScope] = [:]
  /// The scope of the current page.
  private var scope = FileScope.everything
  private var filter: ContentFilter?
  /// The URL of the current page, without its fragment; nil before the first page.
  private var page: URL?
  /// The navigation to the next page; nil if the next page is not being prepared.
  private var pending: Pending?
  private var filtersInForce: [ContentFilter] = []
  private var preparations = 0

  init(_ manager: GObjectReference) {
    self.manager = manager
  }

  /// Adds a web view that is made with the manager.
  func add(_ webView: WKWebView) { webViews.add(webView) }

  /// Records that a page is committed, and keeps its scope in case the user goes back to it.
  func didCommit(_ url: URL?, in webView: WKWebView) {
    let url = url.map(Self.key)
    if let pending, pending.webView === webView, pending.url == url {
      scope = pending.scope
      filter = pending.filter
    }
    if pending.map({ $0.webView === webView }) ?? true {
      endPreparation()
      page = url
    }
    if let url, url.isFileURL { grants[url] = scope }
  }

  /// Records that a navigation failed, so that the current page stays.
  ///
  /// - Parameter navigation: the navigation that failed; nil if it had not started.
  func didFail(_ navigation: WKNavigation?, _ url: URL?, in webView: WKWebView) {
    guard let pending, pending.webView === webView else { return }
    if pending.navigation.map({ $0 === navigation }) ?? (pending.url == url.map(Self.key)) { endPreparation() }
  }

  /// Ends the preparation for the next page, because the web process is gone.
  func processDidEnd(in webView: WKWebView) {
    if pending?.webView === webView { endPreparation() }
  }

  /// Prepares filters so that the page of a file can read the files that it was granted, and no others.
  ///
  /// - Parameters:
  ///   - url: the file's URL, in the engine's spelling.
  ///   - navigation: the app's navigation; nil for a navigation of the page itself.
  ///   - completion: takes the result; the page loads only if the result is `ready`.
  func prepare(
    for url: URL, _ navigation: WKNavigation?, in webView: WKWebView, completion: @escaping @MainActor (Outcome) -> Void
  ) {
    let url = Self.key(url)
    guard var next = navigation?.fileScope ?? grants[url] else { return completion(.ready) }
    // A navigation of the page itself must not lift the limits of the page.
    if navigation == nil, next == .everything { next = scope }
    let isShared = webViews.contains { $0 !== webView }
    // Refuse, because the filters would also apply to the pages of the other web views.
    if isShared, next != scope || pending != nil { return completion(.refused) }
    endPreparation()
    guard next != scope else { return completion(.ready) }
    pending = Pending(webView: webView, navigation: navigation, url: url, scope: next)
    let preparation = preparations
    // Apply the next page's filter before the page loads, because the page requests its files before the engine reports
    // that the page is committed.
    compile(scope, exceptFor: url == page ? nil : url) { [weak self] previous in
      self?.compile(next, exceptFor: nil) { filter in
        // A later navigation has its own filters, and the engine is already processing that navigation.
        guard let self, preparation == self.preparations else { return completion(.superseded) }
        guard let previous, let filter else {
          self.endPreparation()
          return completion(.refused)
        }
        self.pending?.filter = filter.first
        self.replaceFilters(previous + filter)
        completion(.ready)
      }
    }
  }

  /// Compiles the filter of a scope.
  ///
  /// - Parameter completion: takes the filter, or an empty array if there is nothing to filter; nil if compiling
  ///   failed.
  private func compile(
    _ scope: FileScope, exceptFor page: URL?, completion: @escaping @MainActor ([ContentFilter]?) -> Void
  ) {
    do {
      guard let rules = try scope.rules(exceptFor: page) else { return completion([]) }
      ContentFilter.compile(rules, name: "webkitgtk-file-access-\(UUID().uuidString)") { completion($0.map { [$0] }) }
    } catch {
      // Pass nil, so that the page does not load, because the page could read every file without a filter.
      completion(nil)
    }
  }

  /// Ends the preparation for the next page. From now on only the current page's filter applies.
  private func endPreparation() {
    preparations += 1
    pending = nil
    replaceFilters(filter.map { [$0] } ?? [])
  }

  private func replaceFilters(_ filters: [ContentFilter]) {
    GLibPump.shared.wake()
    let old = filtersInForce
    filtersInForce = filters
    // Add the new filters before removing the old ones. Otherwise the page could read every file for a moment.
    for filter in filters where !old.contains(where: { $0 === filter }) {
      webkit_user_content_manager_add_filter(manager.opaque, filter.pointer)
    }
    for filter in old where !filters.contains(where: { $0 === filter }) {
      webkit_user_content_manager_remove_filter(manager.opaque, filter.pointer)
    }
  }

  /// Returns a URL without its fragment, because URLs that differ only in the fragment name the same file.
  private static func key(_ url: URL) -> URL {
    URL(string: String(url.absoluteString.prefix { $0 != "#" })) ?? url
  }
}
