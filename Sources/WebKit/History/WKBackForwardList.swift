import CWebKitGTK

/// The pages of a web view's history, to which the web view can go back or forward.
@preconcurrency @MainActor
open class WKBackForwardList: NSObject {
  private let list: GObjectReference
  private var items: [OpaquePointer: WeakItem] = [:]

  private struct WeakItem {
    weak var item: WKBackForwardListItem?
  }

  init(_ list: OpaquePointer) {
    self.list = GObjectReference(borrowing: list)
  }

  /// The page that the web view shows; nil before the first page.
  open var currentItem: WKBackForwardListItem? { item(webkit_back_forward_list_get_current_item(list.opaque)) }

  /// The previous page; nil if there is none.
  open var backItem: WKBackForwardListItem? { item(webkit_back_forward_list_get_back_item(list.opaque)) }

  /// The next page; nil if there is none.
  open var forwardItem: WKBackForwardListItem? { item(webkit_back_forward_list_get_forward_item(list.opaque)) }

  /// Returns a page by its distance from the current page: 0 for the current page, -1 for the previous one; nil if
  /// there is none.
  open func item(at index: Int) -> WKBackForwardListItem? {
    Int32(exactly: index).flatMap { item(webkit_back_forward_list_get_nth_item(list.opaque, $0)) }
  }

  /// The pages before the current page, the oldest first.
  open var backList: [WKBackForwardListItem] { Array(items(toward: -1).reversed()) }

  /// The pages after the current page, the nearest first.
  open var forwardList: [WKBackForwardListItem] { items(toward: 1) }

  private func items(toward step: Int) -> [WKBackForwardListItem] {
    Array(sequence(first: step) { $0 + step }.lazy.map { self.item(at: $0) }.prefix { $0 != nil }.compactMap { $0 })
  }

  /// Returns whether an item is in the list. The engine accepts only items of its own list.
  func contains(_ item: WKBackForwardListItem) -> Bool {
    item === currentItem || backList.contains { $0 === item } || forwardList.contains { $0 === item }
  }

  /// Returns the item for an engine's item: always the same object as long as the app holds it.
  private func item(_ engineItem: OpaquePointer?) -> WKBackForwardListItem? {
    guard let engineItem else { return nil }
    if let item = items[engineItem]?.item { return item }
    items = items.filter { $0.value.item != nil }
    let item = WKBackForwardListItem(engineItem)
    items[engineItem] = WeakItem(item: item)
    return item
  }

  /// Connects a signal of the list. GLib retains only `box`.
  func connect(_ signal: String, box: AnyObject, _ callback: GCallback) -> SignalConnection {
    SignalConnection(list, signal, box: box, callback: callback)
  }
}
