/// Apple deprecated pools with macOS 12: every web view uses the same one, whatever it is given. So it is here.
@preconcurrency @MainActor
open class WKProcessPool: NSObject {
  /// A pool that stands for the shared one.
  public override init() {}
}
