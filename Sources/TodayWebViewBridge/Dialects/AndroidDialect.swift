import Causeway
import CausewayJSON

/// The dialect for Android: a shim makes `window.todayWebViewBridge` over a raw channel that carries text.
///
/// The page sends `{ id, …message }`, and the app answers `{ id, result }` or `{ id, error }`, both as JSON text.
struct AndroidDialect: Dialect {
  /// The name of the raw channel below the shim.
  nonisolated static let nativeName = "todayWebViewBridgeNative"
  /// The name of the global function that a host without a port calls with its answers.
  nonisolated static let callbackName = "todayWebViewBridgeReceive"

  let transport: TodaySurface.AndroidTransport
  let channelNames: [String]
  let capabilities: [Capability]

  var name: String { TodayContract.name }

  var pageScripts: [PageScript] {
    [
      PageScript(
        PackageResources.platform_js, function: "todayPlatform",
        arguments: [.string(TodaySurface.android(transport).platform)]),
      PageScript(
        PackageResources.android_native_js, function: "todayAndroidNative",
        arguments: [
          .string(name), .string(Self.nativeName), .string(transport.rawValue), .string(Self.callbackName),
        ]),
      Self.shim(channelNames),
    ]
  }

  /// Returns the shim as one of the page scripts.
  nonisolated static func shim(_ channelNames: [String]) -> PageScript {
    PageScript(
      PageScript.jsonWriter, PackageResources.fallbacks_js, PackageResources.shim_js,
      PackageResources.android_shim_js,
      function: "todayAndroidShim",
      arguments: [
        .array(channelNames.map(JSONValue.string)), TodayCapability.forPages, .string(nativeName),
        .string(callbackName),
      ], takesRuntime: false)
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    guard let text = body.value?.stringValue else {
      return .malformed(Request(capability: ""), reason: "the raw channel accepts only text")
    }
    let message: JSONValue
    do {
      message = try JSONValue(parsing: text, limits: JSONLimits(maximumDepth: limits.messageDepth))
    } catch {
      return .malformed(salvage(text.prefix(Self.idPrefix)), reason: "\(error)")
    }
    let id = message["id"]
    guard let request = TodayContract.request(message, correlation: id) else {
      return .malformed(Request(capability: "", correlation: id), reason: "the message has no \"type\"")
    }
    return .request(request)
  }

  /// The number of bytes at the beginning of a message in which this dialect searches for the id.
  private static let idPrefix = 64

  /// Reads the id from the beginning of a message. The shim writes the id first, so that a message that cannot be
  /// parsed can still be answered.
  func salvage(_ beginning: Substring) -> Request {
    let digits = beginning.utf8.prefix(Self.idPrefix).drop { !$0.isASCIIDigit }
      .prefix(while: \.isASCIIDigit)
    let isFirst =
      beginning.utf8.prefix(Self.idPrefix).starts(with: "{\"id\":".utf8)
      || beginning.utf8.prefix(Self.idPrefix).starts(with: "\"{\\\"id\\\":".utf8)
    guard isFirst, let id = Double(String(decoding: digits, as: UTF8.self)) else { return Request(capability: "") }
    return Request(capability: "", correlation: .number(id))
  }

  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    guard let id = request.correlation else { return .none }
    if case .failure(.duplicate) = outcome { return .none }
    var answer: JSONObject = ["id": id]
    switch TodayContract.settlement(outcome, of: request.capability) {
    case .resolve(let value): answer["result"] = value
    case .reject(let text): answer["error"] = .string(text)
    }
    return .message(.object(answer))
  }
}

extension TodayWebViewBridge {
  /// The complete shim for an Android app, to be injected at document start. The shim makes `window.todayWebViewBridge`
  /// over the raw channel `todayWebViewBridgeNative`.
  ///
  /// The app adds the raw channel with `addWebMessageListener` or, where that is not available, with
  /// `addJavascriptInterface`. In the second case, the app answers by calling `todayWebViewBridgeReceive(text)`.
  public nonisolated static var androidShim: String {
    AndroidDialect.shim([channelName]).standalone
  }
}
