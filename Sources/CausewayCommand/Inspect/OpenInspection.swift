#if os(Linux)
import Causeway
import CausewayDriver
import CausewayHTTP
import CausewayPlayground
import Foundation
import WebKit

/// An observer of an open page, which answers the prompts of the app and sees the page's messages.
@MainActor protocol PageInspection: AnyObject, Sendable {
  /// Returns the settings, changed so that this object answers the app's questions to its user.
  func inspected(_ settings: SimulatedSettings) -> SimulatedSettings
  /// Takes a page with its app, before the page is loaded.
  func show(_ bridge: Bridge, _ app: SimulatedApp, page: URL, in webView: WKWebView)
}

/// The inspector of `causeway open --inspect`.
@MainActor final class OpenInspection: PageInspection {
  private let inspector: Inspector
  private let server: InspectorServer
  private let choices: StandingChoices
  /// The way to the engine's own inspector; nil if it was not asked for.
  private var relay: GuardedRelay?
  private weak var bridge: Bridge?
  private var tools: InspectorTools?
  private var panels: ProtocolPanels?

  /// Starts the inspector. Must be called before the first web view exists.
  /// - Parameter showsEngine: whether the engine's own inspector is also prepared.
  /// - Throws: an error if no port is free.
  init(title: String, _ options: OpenOptions, showsEngine: Bool) throws {
    inspector = Inspector(
      Inspector.Introduction(
        title: title, platform: options.platform.rawValue, platforms: [],
        protocols: options.protocols.map(\.rawValue)))
    server = InspectorServer(inspector)
    choices = StandingChoices(inspector.forms, initial: options.profile.answer.standing)
    try server.start()
    if showsEngine, let (address, port) = LoopbackPort.hidden(), let url = URL(string: "http://\(address):\(port)") {
      // WebKitGTK reads this variable when the first web view is made. Its inspector lets everybody in who finds it, every
      // page included, so it is at an address that nobody can guess, and people use it through the relay.
      setenv("WEBKIT_INSPECTOR_HTTP_SERVER", "\(address):\(port)", 1)
      let relay = GuardedRelay(to: url)
      try relay.start()
      self.relay = relay
      inspector.introduction.engineInspector = relay.address.absoluteString
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
}
#endif
