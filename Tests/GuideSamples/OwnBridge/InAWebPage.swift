import Causeway
import CausewayWebKit
import WebKit

@available(iOS 26, macOS 26, *)
@MainActor func makePage(with host: WebViewHost) -> WebPage {
  var configuration = WebPage.Configuration()
  host.attach(to: &configuration)
  return WebPage(configuration: configuration)
}

/// Follows a page until the task is cancelled. A failed navigation ends the sequence, so the loop takes a new one.
@available(iOS 26, macOS 26, *)
@MainActor func follow(_ page: WebPage, through host: WebViewHost) async {
  while !Task.isCancelled {
    do {
      for try await event in page.navigations where event == .finished {
        // A page that has gone away in the meantime gets no event.
        try? await host.conversation(with: page)?.send(event: "theme", data: ["name": "dark"])
      }
    } catch WebPage.NavigationError.webContentProcessTerminated {
      await host.webContentProcessDidTerminate(in: page)
      page.reload()
    } catch {
      // Continue, because the previous page is still shown.
    }
  }
}
