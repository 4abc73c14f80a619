import CWebKitGTK

/// The history of a web view with the scroll positions and form entries of its pages, in WebKitGTK's own format.
@MainActor
enum InteractionState {
  /// Returns the current state; nil if WebKitGTK gives none.
  static func save(_ engine: UnsafeMutablePointer<WebKitWebView>) -> Data? {
    guard let state = webkit_web_view_get_session_state(engine) else { return nil }
    defer { webkit_web_view_session_state_unref(state) }
    guard let bytes = webkit_web_view_session_state_serialize(state) else { return nil }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    return g_bytes_get_data(bytes, &count).map { Data(bytes: $0, count: Int(count)) }
  }

  /// Replaces the history, but loads no page.
  ///
  /// - Returns: false if the data is not a saved state.
  static func restore(_ data: Data, in engine: UnsafeMutablePointer<WebKitWebView>) -> Bool {
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    guard let state = webkit_web_view_session_state_new(bytes) else { return false }
    defer { webkit_web_view_session_state_unref(state) }
    webkit_web_view_restore_session_state(engine, state)
    return true
  }
}
