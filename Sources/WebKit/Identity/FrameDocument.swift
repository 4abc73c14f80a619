/// One document in one frame, as the identity agent reported it.
@MainActor
final class FrameDocument {
  /// A number that is greater than the numbers of all earlier documents.
  let number: Int
  /// Whether the document is in the main frame.
  let isMainFrame: Bool
  let origin: WKSecurityOrigin
  /// The URL at which the document began; nil if Foundation cannot parse it.
  let url: URL?
  /// Whether the document still exists. A document that has ended never comes back, because pages are not cached. Its
  /// last messages may arrive later: see ``FrameRegistry``.
  private(set) var isAlive = true

  init(number: Int, isMainFrame: Bool, origin: WKSecurityOrigin, url: URL?) {
    self.number = number
    self.isMainFrame = isMainFrame
    self.origin = origin
    self.url = url
  }

  /// The web view that shows the document; nil while the web view is unknown, and after it is gone.
  private(set) weak var webView: WKWebView?
  /// Whether the web view that shows the document has been determined.
  private(set) var isPlaced = false

  private var waiting: [@MainActor (WKWebView) -> Void] = []
  private var info: WKFrameInfo?
  private var channels: [ObjectIdentifier: FrameChannel] = [:]

  /// Sets the web view that shows the document. Only the first call has an effect.
  func place(in webView: WKWebView) {
    guard !isPlaced, isAlive else { return }
    self.webView = webView
    isPlaced = true
    let ready = waiting
    waiting = []
    for body in ready { body(webView) }
  }

  /// Calls a body with the web view as soon as the web view is known. Releases the body without a call if the document
  /// or the web view ends first.
  func whenPlaced(_ body: @escaping @MainActor (WKWebView) -> Void) {
    if !isPlaced {
      waiting.append(body)
    } else if let webView {
      body(webView)
    }
  }

  /// Returns the app's object for the document's frame, always the same object.
  func frameInfo(in webView: WKWebView) -> WKFrameInfo {
    if let info { return info }
    let info = WKFrameInfo(self, webView: webView)
    self.info = info
    return info
  }

  /// Returns the channel that runs scripts in a world of the document; nil if the world's bootstrap has no token, for
  /// example because the world had no message handlers when the document began.
  func channel(in world: WKContentWorld) -> FrameChannel? { channels[ObjectIdentifier(world)] }

  /// Makes the channel that runs scripts in a world, after the world's bootstrap has been given a token.
  func addChannel(in world: WKContentWorld) -> FrameChannel {
    let channel = FrameChannel()
    channels[ObjectIdentifier(world)] = channel
    return channel
  }

  /// Ends the document's channels, because the document is gone.
  func end() {
    isAlive = false
    waiting = []
    for channel in channels.values {
      channel.end(WKError.exception("The document ended before the script in it returned a result"))
    }
  }
}
