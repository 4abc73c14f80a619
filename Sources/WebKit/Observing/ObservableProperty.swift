/// The properties of a web view that can be observed, as in Apple's documentation.
enum ObservableProperty: CaseIterable {
  case title, url, isLoading, estimatedProgress, canGoBack, canGoForward

  /// Creates the property that a key path names; nil for any other key path. `View` is the key path's own root type,
  /// because key paths to the same property of a class and of its subclass differ.
  @MainActor
  init?<View: WKWebView>(_ keyPath: AnyKeyPath, of view: View.Type) {
    guard let property = Self.allCases.first(where: { $0.keyPath(of: view) == keyPath }) else { return nil }
    self = property
  }

  @MainActor
  private func keyPath<View: WKWebView>(of view: View.Type) -> AnyKeyPath {
    switch self {
    case .title: \View.title
    case .url: \View.url
    case .isLoading: \View.isLoading
    case .estimatedProgress: \View.estimatedProgress
    case .canGoBack: \View.canGoBack
    case .canGoForward: \View.canGoForward
    }
  }

  /// The detail of the widget's signal `notify`; nil for properties whose changes the back-forward list reports.
  var engineName: String? {
    switch self {
    case .title: "title"
    case .url: "uri"
    case .isLoading: "is-loading"
    case .estimatedProgress: "estimated-load-progress"
    case .canGoBack, .canGoForward: nil
    }
  }
}
