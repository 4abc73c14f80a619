import Causeway
import CausewayJSON

/// The dialect for Apple's platforms: `window.webkit.messageHandlers.todayWebViewBridge`, whose `postMessage` returns a
/// promise.
struct MessageHandlerDialect: Dialect {
  let platform: String
  let channelNames: [String]
  let capabilities: [Capability]

  var name: String { TodayContract.name }

  var pageScripts: [PageScript] {
    [
      PageScript(
        PackageResources.platform_js, function: "todayPlatform", arguments: [.string(platform)]),
      PageScript(
        PackageResources.fallbacks_js, PackageResources.message_handler_js, function: "todayMessageHandler",
        arguments: [.string(name), .array(channelNames.map(JSONValue.string)), TodayCapability.forPages]),
    ]
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    if case .unreadable(let reason) = body {
      return .malformed(Request(capability: ""), reason: reason)
    }
    guard let request = TodayContract.request(body.value) else {
      return .malformed(
        Request(capability: "", parameters: body.value ?? .null),
        reason: "the body's \"type\" is missing or not a string")
    }
    return .request(request)
  }

  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    switch TodayContract.settlement(outcome, of: request.capability) {
    case .resolve(let value): .resolve(value)
    case .reject(let text): .reject(.string(text))
    }
  }
}
