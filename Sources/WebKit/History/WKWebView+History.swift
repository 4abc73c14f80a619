import CWebKitGTK

extension WKWebView {
  func startBack() -> WKNavigation? {
    guard canGoBack else { return nil }
    return begin { webkit_web_view_go_back($0) }
  }

  func startForward() -> WKNavigation? {
    guard canGoForward else { return nil }
    return begin { webkit_web_view_go_forward($0) }
  }

  @discardableResult
  func start(_ item: WKBackForwardListItem) -> WKNavigation? {
    guard backForwardList.contains(item) else { return nil }
    return begin { webkit_web_view_go_to_back_forward_list_item($0, item.engineItem.opaque) }
  }

  /// The history with the scroll positions and form entries of its pages, for use in a later web view. The value is
  /// `Data` in WebKitGTK's own format.
  ///
  /// Setting the property replaces the history and loads its current page. Other values than those from this property
  /// are ignored.
  public var interactionState: Any? {
    get {
      guard let state = webkit_web_view_get_session_state(engine) else { return nil }
      defer { webkit_web_view_session_state_unref(state) }
      guard let bytes = webkit_web_view_session_state_serialize(state) else { return nil }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      return g_bytes_get_data(bytes, &count).map { Data(bytes: $0, count: Int(count)) }
    }
    set {
      guard let data = newValue as? Data else { return }
      let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
      defer { g_bytes_unref(bytes) }
      guard let state = webkit_web_view_session_state_new(bytes) else { return }
      defer { webkit_web_view_session_state_unref(state) }
      webkit_web_view_restore_session_state(engine, state)
      // WebKitGTK restores the list, but does not load a page.
      if let item = backForwardList.currentItem { start(item) }
    }
  }
}
