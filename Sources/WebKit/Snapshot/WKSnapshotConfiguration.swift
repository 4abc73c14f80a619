/// What a snapshot shows, and how large.
@preconcurrency @MainActor
open class WKSnapshotConfiguration: NSObject {
  /// The part of the web view, in its coordinates; the null rectangle for all of it. What lies outside is transparent.
  open var rect = CGRect.null
  /// The picture's width in points; nil for the width of the part that it shows.
  open var snapshotWidth: NSNumber?
  /// Whether the picture waits for changes of the page that are not shown yet. On Linux it always does.
  open var afterScreenUpdates = true

  /// All of the web view, in its own size.
  public override init() {}
}
