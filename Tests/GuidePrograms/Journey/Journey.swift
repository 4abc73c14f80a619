import Foundation
import GBGBridge
import WebKit

let page = """
  <script>
  GBGBridge.receive = (message) => { document.title = JSON.stringify(message.payload); };
  webkit.messageHandlers.gbgBridge.postMessage({
    version: "1.0", type: "request", correlationId: "c1",
    payload: { action: "camera.document.capture", data: { documentType: "passport", side: "front" } },
  });
  </script>
  """

@main struct Journey {
  @MainActor static func main() {
    let host = BridgeHost(hostVersion: "1.0.0")
    host.documentCapture.handler = { request in
      .document(DocumentCaptureResult(imageData: Data("photo".utf8), width: 4000, height: 3000, mimeType: "image/jpeg"))
    }
    let webView = BridgeWebViewConfigurator.makeWebView(host: host)
    webView.loadHTMLString(page, baseURL: URL(string: "https://journey.example/"))
    Task {
      while webView.title?.isEmpty != false { try await Task.sleep(for: .milliseconds(50)) }
      print(webView.title ?? "")
      exit(0)
    }
    RunLoop.main.run()
  }
}
