import CWebKitGTK

/// Compiled rules about what pages may load. `WKUserContentController.add(_:)` puts them into effect.
@preconcurrency @MainActor
open class WKContentRuleList: NSObject {
  /// The list's name in its store.
  open private(set) var identifier: String!
  let engine: OpaquePointer

  /// Takes ownership of a filter of WebKitGTK.
  init(owning engine: OpaquePointer) {
    self.engine = engine
    identifier = String(borrowing: webkit_user_content_filter_get_identifier(engine)) ?? ""
  }

  isolated deinit {
    webkit_user_content_filter_unref(engine)
  }
}
