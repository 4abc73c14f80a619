import Causeway
import CausewayJSON

/// The surface on Windows: `window.todayWebViewBridge`, made by a shim over `window.chrome.webview` of WebView2.
///
/// Below the shim the texts are those of Android, so that this dialect only gives other scripts to the page.
struct WindowsDialect: Dialect {
  let transport: TodaySurface.WindowsTransport
  let channelNames: [String]
  /// Reads and writes the texts.
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

  /// The shim as a part of a page's scripts.
  nonisolated static func shim(_ channelNames: [String], _ transport: TodaySurface.WindowsTransport) -> PageScript {
    PageScript(
      PackageResources.quiet_js, PackageResources.shim_js, PackageResources.windows_shim_js,
      function: "todayWindowsShim",
      arguments: [
        .array(channelNames.map(JSONValue.string)), .string(TodayWebViewBridge.channelName),
        .string(transport.rawValue),
      ], takesRuntime: false)
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming { texts.decode(body, within: limits) }
  func salvage(_ beginning: Substring) -> Request { texts.salvage(beginning) }
  func encode(_ outcome: Outcome, of request: Request) -> Reply { texts.encode(outcome, of: request) }
}

extension TodayWebViewBridge {
  /// The shim for an app with WebView2, without the platform tag: injected at document start, it makes
  /// `window.todayWebViewBridge` over `window.chrome.webview`. `causeway host-kit windows` writes it with the tag and with
  /// the contract's rules.
  public nonisolated static func windowsShim(_ transport: TodaySurface.WindowsTransport) -> String {
    WindowsDialect.shim([channelName], transport).standalone
  }
}
