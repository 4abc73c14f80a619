/// A process pool, without effect: as on Apple's platforms since macOS 12, every web view uses the same pool.
@preconcurrency @MainActor
open class WKProcessPool: NSObject {
  /// Creates an object that stands for the shared pool.
  public override init() {}
}
