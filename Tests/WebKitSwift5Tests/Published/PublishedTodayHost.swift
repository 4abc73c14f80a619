import Foundation
import WebKit

// A host that follows Today's page for iOS: its registration, its signatures and its calls of the reply handler are
// those of an app that keeps its own handler. The guide's reply handler names no actor. Swift 6 compilers warn about
// that, on Linux and on Apple's platforms. Therefore the handler has `@MainActor` here.

final class TodayWebViewBridge: NSObject, WKScriptMessageHandlerWithReply {
  let analytics = Analytics()
  let tokenStore = TokenStore()

  func userContentController(
    _ controller: WKUserContentController,
    didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    guard let body = message.body as? [String: Any],
      let type = body["type"] as? String
    else {
      replyHandler(nil, nil)
      return
    }

    switch type {
    case "track":
      let ename = body["ename"] as? String ?? ""
      let parameters = (body["parameters"] as? [String: Any]) ?? [:]
      analytics.track(ename, parameters.filter { $0.value is String || $0.value is NSNumber })
      replyHandler(nil, nil)
    case "headers":
      replyHandler(["X-Session": "s-1"], nil)
    case "refreshToken":
      Task {
        do {
          let token = try await tokenStore.refreshCoalesced()
          replyHandler(["authorization": "Bearer \(token)"], nil)
        } catch {
          replyHandler(nil, "Sign in again.")
        }
      }
    case "establishSession":
      guard message.frameInfo.isMainFrame, let store = message.webView?.configuration.websiteDataStore.httpCookieStore,
        let cookie = HTTPCookie(properties: [
          .name: "embed_bearer", .value: "raw", .domain: message.frameInfo.securityOrigin.host, .path: "/api/",
          .secure: "TRUE",
        ])
      else {
        replyHandler(["ok": false], nil)
        return
      }
      store.setCookie(cookie) {
        replyHandler(["ok": true], nil)
      }
    default:
      replyHandler(nil, nil)
    }
  }
}

final class Analytics {
  private(set) var events: [String] = []

  func track(_ name: String, _ parameters: [String: Any]) {
    events.append("\(name) \(parameters.keys.sorted().joined(separator: ","))")
  }
}

final class TokenStore {
  var isSignedIn = true

  func refreshCoalesced() async throws -> String {
    if !isSignedIn { throw URLError(.userAuthenticationRequired) }
    return "fresh"
  }
}
