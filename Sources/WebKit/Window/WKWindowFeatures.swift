/// What a page asks of a window that it opens.
///
/// Apple's members are absent: WebKitGTK tells of size, place and bars only after the web view was made.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
  override init() {}
}
