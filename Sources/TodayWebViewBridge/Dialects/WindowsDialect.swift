import Causeway
import CausewayJSON

/// The dialect for Windows: a shim makes `window.todayWebViewBridge` over `window.chrome.webview` of WebView2.
///
/// The texts that the shim exchanges with the app are the same as on Android; only the page scripts differ.
struct WindowsDialect: Dialect {
  let transport: TodaySurface.WindowsTransport
  let channelNames: [String]
  /// The dialect for Android, which reads and writes the texts.
  let texts: AndroidDialect

  init(transport: TodaySurface.WindowsTransport, channelNames: [String], capabilities: [Capability]) {
    self.transport = transport
    self.channelNames = channelNames
    texts = AndroidDialect(transport: .port, channelNames: channelNames, capabilities: capabilities)
  }

  var name: String { texts.name }
  var capabilities: [Capability] { texts.capabilities }

  var pageScripts: [PageScript] {
    let transport = JSONValue.string(transport.rawValue)
    let channel = JSONValue.string(TodayWebViewBridge.channelName)
    return [
      PageScript(
        PackageResources.platform_js, function: "todayPlatform",
        arguments: [.string(TodaySurface.windows(self.transport).platform)]),
      PageScript(
        PackageResources.windows_native_js, function: "todayWindowsNative",
        arguments: [.string(name), channel, transport]),
      Self.shim(channelNames, self.transport),
    ]
  }

  /// Returns the shim as one of the page scripts.
  nonisolated static func shim(_ channelNames: [String], _ transport: TodaySurface.WindowsTransport) -> PageScript {
    PageScript(
      PageScript.jsonWriter, PackageResources.fallbacks_js, PackageResources.shim_js,
      PackageResources.windows_shim_js,
      function: "todayWindowsShim",
      arguments: [
        .array(channelNames.map(JSONValue.string)), TodayCapability.forPages,
        .string(TodayWebViewBridge.channelName), .string(transport.rawValue),
      ], takesRuntime: false)
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming { texts.decode(body, within: limits) }
  func salvage(_ beginning: Substring) -> Request { texts.salvage(beginning) }
  func encode(_ outcome: Outcome, of request: Request) -> Reply { texts.encode(outcome, of: request) }
}

extension TodayWebViewBridge {
  /// Returns the shim for an app with WebView2, to be injected at document start. The shim makes
  /// `window.todayWebViewBridge` over `window.chrome.webview`.
  ///
  /// The shim does not include the platform tag. `causeway host-kit windows` writes the shim together with the tag and
  /// the contract's rules.
  public nonisolated static func windowsShim(_ transport: TodaySurface.WindowsTransport) -> String {
    WindowsDialect.shim([channelName], transport).standalone
  }
}
