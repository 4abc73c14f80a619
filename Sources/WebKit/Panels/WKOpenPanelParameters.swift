/// What a page lets the user choose. Apple's `allowsDirectories` is absent: WebKitGTK does not tell.
@preconcurrency @MainActor
open class WKOpenPanelParameters: NSObject {
  /// Whether the user may choose more than one file.
  open private(set) var allowsMultipleSelection: Bool

  init(allowsMultipleSelection: Bool) {
    self.allowsMultipleSelection = allowsMultipleSelection
  }
}
