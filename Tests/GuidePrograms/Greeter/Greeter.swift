import Causeway
import CausewayWebKit
import Foundation
import WebKit

/// The contract between the app and its page: the calls and events of both sides.
struct Greetings: BridgeContract {
  let greet = AppFunction<Visitor, String>("greet", "A greeting for a visitor.")
  let title = PageFunction<Int, String>("title", "The page's title, with at most the given number of characters.")
}

struct Visitor: Codable {
  var name: String
  var visits: Int
}

let page = """
  <title>A page of the app</title>
  <script>
    const app = causeway.connect();
    app.handle({ title: (/** @type {number} */ length) => document.title.slice(0, length) });
    (async () => {
      const greeting = await app.greet({ name: "Ada", visits: 2 });
      try {
        await app.greet({ name: "Ada", visits: "two" });
      } catch (error) {
        document.title = `${greeting} My mistake: ${error}`;
      }
    })();
  </script>
  """

@main struct Greeter {
  @MainActor static func main() {
    let greetings = Greetings()
    let bridge = Bridge()
    bridge.install(
      CausewayDialect(greetings, origins: [Origin(scheme: "https", host: "greeter.example")]) {
        greetings.greet.handler { visitor, call in "Welcome, \(visitor.name). This is visit \(visitor.visits + 1)." }
      })
    let host = WebViewHost(bridge: bridge)
    let configuration = WKWebViewConfiguration()
    host.attach(to: configuration)
    let webView = WKWebView(frame: .zero, configuration: configuration)
    webView.loadHTMLString(page, baseURL: URL(string: "https://greeter.example/"))
    Task {
      while webView.title?.contains("mistake") != true { try await Task.sleep(for: .milliseconds(50)) }
      print(webView.title ?? "")
      guard let page = host.conversation(with: webView)?.page(greetings) else { exit(1) }
      print(try await page.title(7))
      exit(0)
    }
    RunLoop.main.run()
  }
}
