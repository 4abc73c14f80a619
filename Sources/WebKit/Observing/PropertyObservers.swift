import CWebKitGTK

/// The observers of a web view's properties. They are called in the order in which they were added.
@MainActor
final class PropertyObservers {
  private struct Observer {
    let property: ObservableProperty
    let propertyMayHaveChanged: @MainActor () -> Void
  }

  private var observers: [Int: Observer] = [:]
  private var latest = 0

  /// Adds an observer. Returns a number for ``remove(_:)``.
  func add(_ property: ObservableProperty, propertyMayHaveChanged: @escaping @MainActor () -> Void) -> Int {
    latest += 1
    observers[latest] = Observer(property: property, propertyMayHaveChanged: propertyMayHaveChanged)
    return latest
  }

  func remove(_ number: Int) {
    observers[number] = nil
  }

  /// Calls the observers of a property after the engine reports that the property has changed, or may have changed.
  func propertyMayHaveChanged(_ property: ObservableProperty) {
    let numbers = observers.filter { $0.value.property == property }.keys.sorted()
    // Look up each observer again, because an observer may remove another observer, which must then not be called.
    for number in numbers { observers[number]?.propertyMayHaveChanged() }
  }

  /// Connects WebKitGTK's signals for the properties that can be observed. The connections do not retain the web view.
  static func connect(to webView: WKWebView) -> [SignalConnection] {
    let box = WeakWebView(webView)
    let notify: @convention(c) (gpointer, UnsafeMutablePointer<GParamSpec>, gpointer) -> Void = {
      _, specification, data in
      let name = String(cString: specification.pointee.name)
      WeakWebView.with(data) { webView in
        guard let property = ObservableProperty.allCases.first(where: { $0.engineName == name }) else { return }
        if property == .isLoading, !webView.isLoading { webView.navigations.loadingDidStop(at: webView.widget.url) }
        webView.observers.propertyMayHaveChanged(property)
        if property == .title { webView.titleArrival.titleDidChange() }
      }
    }
    let listChanged: @convention(c) (gpointer, gpointer?, gpointer?, gpointer) -> Void = { _, _, _, data in
      WeakWebView.with(data) { webView in
        webView.observers.propertyMayHaveChanged(.canGoBack)
        webView.observers.propertyMayHaveChanged(.canGoForward)
      }
    }
    let list = webView.backForwardList.connect("changed", box: box, unsafeBitCast(listChanged, to: GCallback.self))
    return ObservableProperty.allCases.compactMap(\.engineName).map {
      webView.widget.connect("notify::\($0)", box: box, unsafeBitCast(notify, to: GCallback.self))
    } + [list]
  }
}
