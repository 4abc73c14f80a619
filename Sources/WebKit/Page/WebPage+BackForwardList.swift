extension WebPage {
  /// The history of a page at one moment: the pages to which it can go back or forward.
  @MainActor
  public struct BackForwardList: Equatable, Sendable {
    /// A visited page. Two items with equal titles and URLs can still be two visits.
    public struct Item: Equatable, Identifiable, Sendable {
      /// An identifier of an item within one list.
      public struct ID: Hashable, Sendable {
        fileprivate let object: ObjectIdentifier
      }

      /// The identifier of the item within its list.
      public let id: ID
      /// The page's title; nil if it has none.
      public let title: String?
      /// The page's URL.
      public let url: URL
      /// The URL of the request that led to the page, before any redirects.
      public let initialURL: URL

      /// The web view's item. ``id`` is the item's address, so this property keeps the item alive. Otherwise a new item
      /// could get the same ``id``.
      let wrapped: WKBackForwardListItem

      @MainActor init(_ item: WKBackForwardListItem) {
        id = ID(object: ObjectIdentifier(item))
        title = item.title
        url = item.url
        initialURL = item.initialURL
        wrapped = item
      }
    }

    /// The pages before the current page, the oldest first.
    public let backList: [Item]
    /// The page that is shown; nil before the first page.
    public let currentItem: Item?
    /// The pages after the current page, the nearest first.
    public let forwardList: [Item]

    init(_ list: WKBackForwardList) {
      backList = list.backList.map { Item($0) }
      currentItem = list.currentItem.map { Item($0) }
      forwardList = list.forwardList.map { Item($0) }
    }

    /// The page at a distance from the current page: 0 for the current page, -1 for the previous one; nil if there is
    /// none.
    public subscript(_ index: Int) -> Item? {
      guard index != 0 else { return currentItem }
      let (items, position) = index < 0 ? (backList, backList.count + index) : (forwardList, index - 1)
      return items.indices.contains(position) ? items[position] : nil
    }
  }
}
