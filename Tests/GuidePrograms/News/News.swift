// News.swift
import Foundation
import WebKit

let page = """
  <script>
  (async () => {
    const headers = await window.webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" });
    document.title = "The app has version " + headers?.["X-App-Version"];
  })();
  </script>
  """

@main struct News {
  @MainActor static func main() throws {
    let controller = try PageController(app: NewsApp())
    controller.webView.loadHTMLString(page, baseURL: URL(string: "https://news.example/"))
    Task {
      while controller.webView.title?.isEmpty != false { try await Task.sleep(for: .milliseconds(50)) }
      print(controller.webView.title ?? "")
      exit(0)
    }
    RunLoop.main.run()
  }
}
