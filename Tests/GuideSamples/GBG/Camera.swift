import GBGBridge

@MainActor final class Camera {
  let host = BridgeHost(hostVersion: "1.0.0")
  var isOpen = false

  init() {
    host.documentCapture.handler = { [weak slot = host.documentCapture] _ in
      await slot?.awaitCompletion() ?? .cancelled(reason: "The app is gone.")
    }
  }

  /// Opens the screen when there is a request, and closes it when there is none.
  func run() async {
    for await request in host.documentCapture.activeRequests { isOpen = request != nil }
  }

  /// Called when the screen has taken a picture.
  func took(_ result: DocumentCaptureResult, for request: BridgeMessage) {
    host.documentCapture.complete(.document(result), of: request)
  }
}
