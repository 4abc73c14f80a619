import CWebKitGTK

/// Which files the page of a web view may read: WebKitGTK's processes read all that the app does, so that a content
/// filter stands in between.
@MainActor
final class FileAccess {
  private static let filterName = "webkitgtk-file-access"

  private let manager: GObjectReference
  /// What the app, or an earlier page, had at a file; nil for everything.
  private var grants: [URL: FileScope?] = [:]
  /// What the filter lets through; nil for everything.
  private var scope: FileScope?
  /// What it is to let through as soon as it is compiled; nil for everything.
  private var wantedScope: FileScope?

  init(_ manager: GObjectReference) {
    self.manager = manager
  }

  /// The app loads a file, whose page may read what is in a scope; nil for everything.
  ///
  /// - Parameter url: the file's URL, as the engine writes it.
  func grant(_ scope: FileScope?, to url: URL?) {
    if let url { grants[Self.key(url)] = .some(scope) }
  }

  /// A page is there. What it may read, it may read when the user comes back to it.
  func didCommit(_ url: URL?) {
    if let url, url.isFileURL { grant(scope, to: url) }
  }

  /// Sees to it that the page of a file may read what it was granted, and no more.
  ///
  /// - Parameter completion: takes whether that could be done; the page must not load if not.
  func prepare(for url: URL, completion: @escaping @MainActor (Bool) -> Void) {
    guard let scope = grants[Self.key(url)] else { return completion(true) }
    wantedScope = scope
    guard scope != self.scope else { return completion(true) }
    guard let scope else {
      replaceFilter(nil, nil)
      return completion(true)
    }
    guard let rules = try? scope.rules() else { return completion(false) }
    ContentFilter.compile(rules, name: Self.filterName) { [weak self] filter in
      // A later navigation has its own filter, and the engine is at that one.
      guard let self, let filter, scope == self.wantedScope else { return completion(false) }
      self.replaceFilter(filter, scope)
      completion(true)
    }
  }

  private func replaceFilter(_ filter: ContentFilter?, _ scope: FileScope?) {
    GLibPump.shared.wake()
    webkit_user_content_manager_remove_filter_by_id(manager.opaque, Self.filterName)
    if let filter { webkit_user_content_manager_add_filter(manager.opaque, filter.pointer) }
    self.scope = scope
  }

  /// A fragment does not make another file.
  private static func key(_ url: URL) -> URL {
    URL(string: String(url.absoluteString.prefix { $0 != "#" })) ?? url
  }
}
