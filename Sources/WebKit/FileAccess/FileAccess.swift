import CWebKitGTK

/// Which files the page of a web view may read: WebKitGTK's processes read all that the app does, so that content
/// filters stand in between.
///
/// Until the page that comes is there, its filter and that of the page before it hold together, since that one may stay.
@MainActor
final class FileAccess {
  /// What came of a preparation.
  enum Outcome {
    case ready
    /// The page must not load.
    case refused
    /// A later navigation took its place.
    case superseded
  }

  private struct Pending {
    weak var webView: WKWebView?
    /// The app's navigation; nil for one of the page's own.
    let navigation: WKNavigation?
    let url: URL
    let scope: FileScope
    var filter: ContentFilter?
  }

  private let manager: GObjectReference
  /// The web views that share the manager, and thereby the filters.
  private var webViews = WeakList<WKWebView>()
  /// What the pages that were there may read when the user comes back to them.
  private var grants: [URL: FileScope] = [:]
  /// What the page that is there may read.
  private var scope = FileScope.everything
  private var filter: ContentFilter?
  /// The URL of the page that is there.
  private var page: URL?
  /// The page that comes.
  private var pending: Pending?
  private var filtersInForce: [ContentFilter] = []
  private var preparations = 0

  init(_ manager: GObjectReference) {
    self.manager = manager
  }

  /// A web view is made with the manager.
  func add(_ webView: WKWebView) { webViews.add(webView) }

  /// A page is there. What it may read, it may read when the user comes back to it.
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

  /// A page does not come: the one before it stays.
  ///
  /// - Parameter navigation: the navigation that failed; nil if it had not started.
  func didFail(_ navigation: WKNavigation?, _ url: URL?, in webView: WKWebView) {
    guard let pending, pending.webView === webView else { return }
    if pending.navigation.map({ $0 === navigation }) ?? (pending.url == url.map(Self.key)) { endPreparation() }
  }

  /// The web process is gone, and with it the page that was to come.
  func processDidEnd(in webView: WKWebView) {
    if pending?.webView === webView { endPreparation() }
  }

  /// Sees to it that the page of a file may read what it was granted, and no more.
  ///
  /// - Parameters:
  ///   - url: the file's URL, as the engine writes it.
  ///   - navigation: the app's navigation; nil for one of the page's own.
  ///   - completion: takes what came of it; the page loads only if it is ready.
  func prepare(
    for url: URL, _ navigation: WKNavigation?, in webView: WKWebView, completion: @escaping @MainActor (Outcome) -> Void
  ) {
    let url = Self.key(url)
    guard var next = navigation?.fileScope ?? grants[url] else { return completion(.ready) }
    // The page does not lift its own limits.
    if navigation == nil, next == .everything { next = scope }
    let isShared = webViews.contains { $0 !== webView }
    // The filters would hold for the pages of the other web views, too.
    if isShared, next != scope || pending != nil { return completion(.refused) }
    endPreparation()
    guard next != scope else { return completion(.ready) }
    pending = Pending(webView: webView, navigation: navigation, url: url, scope: next)
    let preparation = preparations
    // The page that comes asks for its files before the engine says that it is there.
    compile(scope, exceptFor: url == page ? nil : url) { [weak self] previous in
      self?.compile(next, exceptFor: nil) { filter in
        // A later navigation has its own filters, and the engine is at that one.
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

  /// Compiles a scope.
  ///
  /// - Parameter completion: takes its filter, or none if there is nothing to filter; nil if that failed.
  private func compile(
    _ scope: FileScope, exceptFor page: URL?, completion: @escaping @MainActor ([ContentFilter]?) -> Void
  ) {
    do {
      guard let rules = try scope.rules(exceptFor: page) else { return completion([]) }
      ContentFilter.compile(rules, name: "webkitgtk-file-access-\(UUID().uuidString)") { completion($0.map { [$0] }) }
    } catch {
      // Without a filter the page does not load.
      completion(nil)
    }
  }

  /// From now on the filter of the page that is there holds alone.
  private func endPreparation() {
    preparations += 1
    pending = nil
    replaceFilters(filter.map { [$0] } ?? [])
  }

  private func replaceFilters(_ filters: [ContentFilter]) {
    GLibPump.shared.wake()
    let old = filtersInForce
    filtersInForce = filters
    // The new ones first, so that there is no moment without any.
    for filter in filters where !old.contains(where: { $0 === filter }) {
      webkit_user_content_manager_add_filter(manager.opaque, filter.pointer)
    }
    for filter in old where !filters.contains(where: { $0 === filter }) {
      webkit_user_content_manager_remove_filter(manager.opaque, filter.pointer)
    }
  }

  /// A fragment does not make another file.
  private static func key(_ url: URL) -> URL {
    URL(string: String(url.absoluteString.prefix { $0 != "#" })) ?? url
  }
}
