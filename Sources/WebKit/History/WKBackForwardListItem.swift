import CWebKitGTK

/// A page in a web view's history.
@preconcurrency @MainActor
open class WKBackForwardListItem: NSObject {
  /// The engine's item. The reference keeps the engine's item alive. Otherwise a new item could get the same address,
  /// and ``WKBackForwardList`` would return this object for the new item.
  let engineItem: GObjectReference

  init(_ engineItem: OpaquePointer) {
    self.engineItem = GObjectReference(borrowing: engineItem)
  }

  /// The page's URL.
  open var url: URL { Self.url(webkit_back_forward_list_item_get_uri(engineItem.opaque)) }

  /// The page's title; nil if it has none.
  open var title: String? {
    String(borrowing: webkit_back_forward_list_item_get_title(engineItem.opaque)).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The URL of the request that led to the page, before any redirects.
  open var initialURL: URL { Self.url(webkit_back_forward_list_item_get_original_uri(engineItem.opaque)) }

  private static func url(_ text: UnsafePointer<CChar>?) -> URL {
    String(borrowing: text).flatMap { URL(string: $0) } ?? .blank
  }
}
