/// What a page wants of a new window. WebKitGTK tells of it only after the window's web view was made, so that on Linux
/// nothing is known here; the class is there for the delegate's signature.
@MainActor
open class WKWindowFeatures: NSObject {
  override init() {}
}
