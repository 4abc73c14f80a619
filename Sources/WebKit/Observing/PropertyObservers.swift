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

  /// Removes an observer.
  func remove(_ number: Int) {
    observers[number] = nil
  }

  /// Calls the observers of a property after the engine reports that the property has changed, or may have changed.
  func propertyMayHaveChanged(_ property: ObservableProperty) {
    let numbers = observers.filter { $0.value.property == property }.keys.sorted()
    // An observer may remove another observer.
    for number in numbers { observers[number]?.propertyMayHaveChanged() }
  }
}

extension WKWebView {
  /// Connects WebKitGTK's signals for the properties that can be observed. None of them retains the web view.
  func connectObservers() {
    let box = WeakWebView(self)
    let notify: @convention(c) (gpointer, UnsafeMutablePointer<GParamSpec>, gpointer) -> Void = {
      _, specification, data in
      let name = String(cString: specification.pointee.name)
      WeakWebView.with(data) { webView in
        guard let property = ObservableProperty.allCases.first(where: { $0.engineName == name }) else { return }
        webView.propertyMayHaveChanged(property)
      }
    }
    let listChanged: @convention(c) (gpointer, gpointer?, gpointer?, gpointer) -> Void = { _, _, _, data in
      WeakWebView.with(data) { webView in
        webView.propertyMayHaveChanged(.canGoBack)
        webView.propertyMayHaveChanged(.canGoForward)
      }
    }
    signals += ObservableProperty.allCases.compactMap(\.engineName).map {
      widget.connect("notify::\($0)", box: box, unsafeBitCast(notify, to: GCallback.self))
    }
    signals.append(backForwardList.connect("changed", box: box, unsafeBitCast(listChanged, to: GCallback.self)))
  }

  private func propertyMayHaveChanged(_ property: ObservableProperty) {
    if property == .isLoading, !isLoading { navigations.loadingDidStop(at: url) }
    observers.propertyMayHaveChanged(property)
  }
}
