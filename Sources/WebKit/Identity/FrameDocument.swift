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

  private var info: WKFrameInfo?
  private var channels: [ObjectIdentifier: FrameChannel] = [:]

  /// The document's frame as the app sees it, always the same object.
  func frameInfo(in webView: WKWebView) -> WKFrameInfo {
    if let info { return info }
    let info = WKFrameInfo(self, webView: webView)
    self.info = info
    return info
  }

  /// The way to run scripts in a world of the document; nil in a world that had no message handlers when it began.
  func channel(in world: WKContentWorld) -> FrameChannel? { channels[ObjectIdentifier(world)] }

  /// Makes the way to run scripts in a world, whose bootstrap has been given a token.
  func addChannel(in world: WKContentWorld) -> FrameChannel {
    let channel = FrameChannel()
    channels[ObjectIdentifier(world)] = channel
    return channel
  }

  /// The document is gone.
  func end() {
    isAlive = false
    for channel in channels.values {
      channel.end(WKError.exception("The page that the script ran in was left before it gave a result"))
    }
  }
}
