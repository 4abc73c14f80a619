/// One load of a page, to tell loads apart.
@MainActor
open class WKNavigation: NSObject {
  override init() {}
}
