import WebKit

/// Scripts that run in a page before the bridge's scripts and record the messages that the page posts.
enum PostedMessages {
  /// A script that keeps every native message of the bridge in `window.posted`.
  @MainActor static var recorder: WKUserScript {
    WKUserScript(
      source: """
        {
          const prototype = Object.getPrototypeOf(webkit.messageHandlers.causeway);
          const { postMessage } = prototype;
          const posted = (window.posted = []);
          prototype.postMessage = function (message) {
            posted.push(message);
            return postMessage.call(this, message);
          };
        }
        """, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page)
  }
}
