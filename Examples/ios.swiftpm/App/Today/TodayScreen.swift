import Causeway
import CausewayWebKit
import SwiftUI
import TodayWebViewBridge
import WebKit

/// A page that reports events and requests headers and tokens.
struct TodayScreen: View {
  @StateObject private var connection = TodayConnection()

  var body: some View {
    VStack(spacing: 0) {
      BridgeWebView(
        url: connection.page.url, host: connection.host, configuration: connection.page.makeConfiguration)
      LastEvent(app: connection.app)
    }
    .navigationTitle("Today")
  }
}

/// The last event that the page reported.
private struct LastEvent: View {
  @ObservedObject var app: NewsApp

  var body: some View {
    Text(app.lastEvent.map { "The page reported “\($0)”." } ?? "The page has reported nothing yet.")
      .font(.caption)
      .padding(8)
  }
}

/// The app's side and its bridge, which live as long as the screen.
@MainActor private final class TodayConnection: ObservableObject {
  let page = ExamplePage("today")
  let app = NewsApp()
  let host: WebViewHost

  init() {
    let cookies = WKWebsiteDataStore.default().httpCookieStore  // the store of the page's web view
    let today = TodayWebViewBridge(
      host: app, configuration: .init(trustedOrigins: [page.origin]), cookies: { try await cookies.setConfirmed($0) })
    let bridge = Bridge()
    bridge.install(today.dialect(for: .ios))
    host = WebViewHost(bridge: bridge)
  }
}
