/// The kinds of choice that a page allows in a file panel. Apple's `allowsDirectories` is absent: WebKitGTK does not
/// report it.
@preconcurrency @MainActor
open class WKOpenPanelParameters: NSObject {
  /// Whether the user may choose more than one file.
  open private(set) var allowsMultipleSelection: Bool

  init(allowsMultipleSelection: Bool) {
    self.allowsMultipleSelection = allowsMultipleSelection
  }
}
