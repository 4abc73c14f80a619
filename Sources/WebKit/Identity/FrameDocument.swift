/// One document in one frame, as the identity agent told of it.
@MainActor
final class FrameDocument {
  /// Later documents have greater numbers.
  let number: Int
  /// Whether it is in the main frame.
  let isMainFrame: Bool
  /// Its origin.
  let origin: WKSecurityOrigin
  /// Where it came from.
  let url: URL?
  /// Whether it is still there. It never comes back: pages are not cached.
  private(set) var isAlive = true

  init(number: Int, isMainFrame: Bool, origin: WKSecurityOrigin, url: URL?) {
    self.number = number
    self.isMainFrame = isMainFrame
    self.origin = origin
    self.url = url
  }

  /// The web view that shows it; nil while that is not known, and when the web view is gone.
  private(set) weak var webView: WKWebView?
  /// Whether it was told which web view shows it.
  private(set) var isPlaced = false

  private var waiting: [@MainActor (WKWebView) -> Void] = []
  private var info: WKFrameInfo?
  private var channels: [ObjectIdentifier: FrameChannel] = [:]

  /// It is in a web view, once for all.
  func place(in webView: WKWebView) {
    guard !isPlaced, isAlive else { return }
    self.webView = webView
    isPlaced = true
    let ready = waiting
    waiting = []
    for body in ready { body(webView) }
  }

  /// Calls a body with the web view, as soon as it is known; lets go of it if the document ends before, or the web view.
  func whenPlaced(_ body: @escaping @MainActor (WKWebView) -> Void) {
    if !isPlaced {
      waiting.append(body)
    } else if let webView {
      body(webView)
    }
  }

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
    waiting = []
    for channel in channels.values {
      channel.end(WKError.exception("The page that the script ran in was left before it gave a result"))
    }
  }
}
