import Causeway
import CausewayWebKit
import WebKit

@available(iOS 26, macOS 26, *)
@MainActor func show(_ shop: URL, through host: WebViewHost) async throws {
  var configuration = WebPage.Configuration()
  host.attach(to: &configuration)
  let page = WebPage(configuration: configuration)
  let navigations = page.navigations
  page.load(shop)
  do {
    for try await event in navigations where event == .finished {
      try await host.conversation(with: page)?.send(event: "theme", data: ["name": "dark"])
    }
  } catch WebPage.NavigationError.webContentProcessTerminated {
    await host.webContentProcessDidTerminate(in: page)
  }
}
