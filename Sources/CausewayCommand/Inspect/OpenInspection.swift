#if os(Linux)
import Causeway
import CausewayPlayground
import Foundation
import WebKit

/// The inspector of `causeway open --inspect`.
@MainActor final class OpenInspection {
  private let inspector: Inspector
  private let server: InspectorServer
  private let choices: StandingChoices
  private weak var bridge: Bridge?
  private var tools: InspectorTools?
  private var panels: ProtocolPanels?

  /// Starts the inspector. Must be called before the first web view exists.
  /// - Parameter showsEngine: whether the engine's own inspector is also prepared. Every program on this machine can
  ///   use it.
  /// - Throws: an error if no port is free.
  init(title: String, _ options: OpenOptions, showsEngine: Bool) throws {
    inspector = Inspector(
      Inspector.Introduction(
        title: title, platform: options.platform.rawValue, platforms: [],
        protocols: options.protocols.map(\.rawValue)))
    server = InspectorServer(inspector)
    choices = StandingChoices(inspector.forms, initial: options.profile.answer.standing)
    try server.start()
    if showsEngine, let port = Self.freePort() {
      // WebKitGTK reads this variable when the first web view is made.
      setenv("WEBKIT_INSPECTOR_HTTP_SERVER", "127.0.0.1:\(port)", 1)
      inspector.introduction.engineInspector = "http://127.0.0.1:\(port)/"
    }
  }

  /// The address of the inspector.
  var address: URL { server.address }

  /// Returns the settings with which the inspector shows the app's questions to its user.
  func inspected(_ settings: SimulatedSettings) -> SimulatedSettings {
    var settings = settings
    settings.prompter = InspectorPrompter(inspector.forms, choices)
    settings.makeInterface = { [inspector, choices] in InspectorInterface(inspector.forms, choices, scripted: $0) }
    return settings
  }

  /// Shows the messages of a page and the state of its app.
  func show(_ bridge: Bridge, _ app: SimulatedApp, page: URL, in webView: WKWebView) {
    self.bridge = bridge
    webView.isInspectable = inspector.introduction.engineInspector != nil
    inspector.introduction.pages = [page.absoluteString]
    panels = app.makePanels(inspector.forms)
    let tools = InspectorTools(inspector) { [weak self] in
      guard let bridge = self?.bridge else { return [] }
      return bridge.frames.filter(\.isMainFrame).compactMap { bridge.conversation(with: $0.document) }
    }
    tools.add(bridge)
    self.tools = tools
    bridge.observe { [weak self] _ in self?.panels?.scheduleRefresh() }
  }

  /// Returns a port that no program uses now.
  private static func freePort() -> UInt16? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
  }
}
#endif
