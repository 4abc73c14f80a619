import CWebKitGTK

/// Compiled rules for what pages load: `WKUserContentController.add(_:)` puts them in force.
@preconcurrency @MainActor
open class WKContentRuleList: NSObject {
  /// The name under which the store keeps it.
  open private(set) var identifier: String!
  /// WebKitGTK's filter.
  let engine: OpaquePointer

  /// Takes over a filter of WebKitGTK.
  init(owning engine: OpaquePointer) {
    self.engine = engine
    identifier = String(borrowing: webkit_user_content_filter_get_identifier(engine)) ?? ""
  }

  isolated deinit {
    webkit_user_content_filter_unref(engine)
  }
}
