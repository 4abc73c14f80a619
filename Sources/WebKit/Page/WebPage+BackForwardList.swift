extension WebPage {
  /// The pages that a page was at, and can go back or forward to, at one moment.
  @MainActor
  public struct BackForwardList: Equatable, Sendable {
    /// A page that was visited. Two items may be equal in title and URLs, and yet be two visits.
    public struct Item: Equatable, Identifiable, Sendable {
      /// Tells items of one list apart.
      public struct ID: Hashable, Sendable {
        fileprivate let object: ObjectIdentifier
      }

      /// Tells it apart from the other items of the list.
      public let id: ID
      /// The page's title; nil if it has none.
      public let title: String?
      /// The page's URL.
      public let url: URL
      /// The URL of the request that led to the page, before all redirects.
      public let initialURL: URL

      /// Held, so that its address, and with it the identifier, stays its own.
      let wrapped: WKBackForwardListItem

      @MainActor init(_ item: WKBackForwardListItem) {
        id = ID(object: ObjectIdentifier(item))
        title = item.title
        url = item.url
        initialURL = item.initialURL
        wrapped = item
      }
    }

    /// The pages before the current one, the oldest first.
    public let backList: [Item]
    /// The page that is shown; nil before the first.
    public let currentItem: Item?
    /// The pages after the current one, the nearest first.
    public let forwardList: [Item]

    init(_ list: WKBackForwardList) {
      backList = list.backList.map { Item($0) }
      currentItem = list.currentItem.map { Item($0) }
      forwardList = list.forwardList.map { Item($0) }
    }

    /// A page by its distance from the current one: 0 for that, -1 for the one before; nil if there is none.
    public subscript(_ index: Int) -> Item? {
      guard index != 0 else { return currentItem }
      let (items, position) = index < 0 ? (backList, backList.count + index) : (forwardList, index - 1)
      return items.indices.contains(position) ? items[position] : nil
    }
  }
}
