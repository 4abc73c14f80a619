/// One document in one frame, as the identity agent told of it.
@MainActor
final class FrameDocument {
  /// Whether it is in the main frame.
  let isMainFrame: Bool
  /// Its origin.
  let origin: WKSecurityOrigin
  /// Where it came from.
  let url: URL?
  /// Whether it is still there. It never comes back: pages are not cached.
  private(set) var isAlive = true

  init(isMainFrame: Bool, origin: WKSecurityOrigin, url: URL?) {
    self.isMainFrame = isMainFrame
    self.origin = origin
    self.url = url
  }

  /// The document is gone.
  func end() {
    isAlive = false
  }
}
