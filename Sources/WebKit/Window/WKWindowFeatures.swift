/// The features that a page requests for a window that it opens.
///
/// Apple's members are absent: WebKitGTK reports the window's size, position and bars only after the web view was made.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
  override init() {}
}
