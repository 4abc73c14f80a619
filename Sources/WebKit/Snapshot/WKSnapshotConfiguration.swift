/// What a snapshot shows. Its rectangle is all of the web view: WebKitGTK knows no other.
@MainActor
open class WKSnapshotConfiguration: NSObject {
  /// The visible part of the page.
  public override init() {}
}
