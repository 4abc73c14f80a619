import CWebKitGTK

/// A queue of searches in one page. Searches run one at a time, because WebKitGTK's signals do not say which search
/// they answer.
@MainActor
final class TextSearch {
  private struct Search {
    let text: String
    let options: WebKitFindOptions
    let completion: (Bool) -> Void
  }

  private let controller: GObjectReference
  private var searches: [Search] = []
  private var signals: [SignalConnection] = []

  init(_ controller: OpaquePointer) {
    self.controller = GObjectReference(borrowing: controller)
    let found: @convention(c) (gpointer, guint, gpointer) -> Void = { _, _, data in
      MainActor.assumeIsolated { ClosureBox<(Bool) -> Void>.borrow(data).body(true) }
    }
    let failed: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      MainActor.assumeIsolated { ClosureBox<(Bool) -> Void>.borrow(data).body(false) }
    }
    let box = ClosureBox<(Bool) -> Void> { [weak self] in self?.end($0) }
    signals = [
      SignalConnection(self.controller, "found-text", box: box, callback: unsafeBitCast(found, to: GCallback.self)),
      SignalConnection(
        self.controller, "failed-to-find-text", box: box, callback: unsafeBitCast(failed, to: GCallback.self)),
    ]
  }

  /// Searches for a text, starting at the selection, and selects the match.
  func find(_ text: String, _ configuration: WKFindConfiguration, _ completion: @escaping (Bool) -> Void) {
    var options = WEBKIT_FIND_OPTIONS_NONE.rawValue
    if configuration.backwards { options |= WEBKIT_FIND_OPTIONS_BACKWARDS.rawValue }
    if !configuration.caseSensitive { options |= WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE.rawValue }
    if configuration.wraps { options |= WEBKIT_FIND_OPTIONS_WRAP_AROUND.rawValue }
    searches.append(Search(text: text, options: WebKitFindOptions(options), completion: completion))
    if searches.count == 1 { start() }
  }

  /// Ends all searches without a match, because the page is gone.
  func endAll() {
    let waiting = searches
    searches = []
    for search in waiting { search.completion(false) }
  }

  private func start() {
    guard let search = searches.first else { return }
    GLibPump.shared.wake()
    webkit_find_controller_search(controller.opaque, search.text, search.options.rawValue, 1)
  }

  private func end(_ isFound: Bool) {
    guard !searches.isEmpty else { return }
    let search = searches.removeFirst()
    // Remove WebKitGTK's highlights, because Apple's WebKit shows none.
    webkit_find_controller_search_finish(controller.opaque)
    start()
    search.completion(isFound)
  }
}
