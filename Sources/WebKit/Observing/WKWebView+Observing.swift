extension NSObjectProtocol where Self: WKWebView {
  /// Observes a property, on the main thread.
  ///
  /// `title`, `url`, `isLoading`, `estimatedProgress`, `canGoBack` and `canGoForward` can be observed; any other key
  /// path stops the program. A property that a subclass overrides also stops the program, because the web view is not
  /// an Objective-C object.
  ///
  /// - Parameter changeHandler: takes the web view and the change, on the main thread, each time the value of
  ///   the property changes.
  /// - Returns: the observation, which ends when the returned object is released.
  nonisolated public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    // This is safe, because both values stay on the main thread: on another thread the next statement stops the
    // program.
    nonisolated(unsafe) let (keyPath, changeHandler) = (keyPath, changeHandler)
    return MainActor.assumeIsolated { observation(of: keyPath, options, changeHandler) }
  }

  @MainActor
  private func observation<Value>(
    of keyPath: KeyPath<Self, Value>, _ options: NSKeyValueObservingOptions,
    _ changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    guard let property = ObservableProperty(keyPath, of: Self.self) else {
      preconditionFailure("\(keyPath) of a web view cannot be observed; see the documentation of `observe`")
    }
    var value = self[keyPath: keyPath]
    let number = observers.add(property) { [weak self] in
      guard let self else { return }
      let oldValue = value
      let newValue = self[keyPath: keyPath]
      guard (newValue as? AnyHashable) != (oldValue as? AnyHashable) else { return }
      value = newValue
      let old = options.contains(.old) ? oldValue : nil
      if options.contains(.prior) { changeHandler(self, NSKeyValueObservedChange(oldValue: old, isPrior: true)) }
      let new = options.contains(.new) ? newValue : nil
      changeHandler(self, NSKeyValueObservedChange(newValue: new, oldValue: old))
    }
    if options.contains(.initial) {
      changeHandler(self, NSKeyValueObservedChange(newValue: options.contains(.new) ? value : nil))
    }
    return NSKeyValueObservation { [weak observers] in observers?.remove(number) }
  }
}
