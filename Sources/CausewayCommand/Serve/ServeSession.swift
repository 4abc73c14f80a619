#if os(Linux)
import Causeway
import CausewayPlayground
import CausewayTool
import Foundation

/// A running playground with its simulated app.
@MainActor final class ServeSession {
  private let options: OpenOptions
  private let inspector: Inspector
  /// Installs further dialects in the bridge of each tab.
  private let install: @MainActor (Bridge) -> Void
  private let start = ContinuousClock.now
  private var playground: Playground?
  private var app: ServedApp?
  private var simulated: SimulatedApp?
  private var panels: ProtocolPanels?

  /// - Parameter install: installs further dialects in the bridge of each tab.
  init(
    _ options: OpenOptions, inspector: Inspector, install: @escaping @MainActor (Bridge) -> Void = { _ in }
  ) {
    self.options = options
    self.install = install
    self.inspector = inspector
  }

  /// Starts the server, and makes the app for the pages at the server's address.
  ///
  /// - Parameter port: the port; nil for the default port, or a free one if the default port is in use.
  func start(_ serving: Playground.Options, port: UInt16?) throws -> Playground {
    var serving = serving
    serving.port = port ?? serving.port
    serving.holdsRequests = true
    let playground = try Playground(
      serving, inspector: inspector,
      makeBridge: { [unowned self] name in
        guard let app, let platform = Platform(rawValue: name) else {
          preconditionFailure("pages are requested only after the app is made, and only for the inspector's platforms")
        }
        let bridge = app.makeBridge(for: platform)
        install(bridge)
        return bridge
      }, didForget: { [weak self] in self?.app?.forget($0) })
    do throws(WebServerError) {
      try playground.start(port: nil)
    } catch {
      guard error.kind == .inUse, port == nil else { throw error }
      try playground.start(port: 0)
    }
    try options.trace?.begin()
    self.playground = playground
    inspector.forms.onSheet = { [weak playground, inspector] title in
      guard let playground, !inspector.isOpen else { return }
      StandardError.print(
        "causeway: \"\(title)\" waits for your answer in the inspector: \(playground.inspectorAddress)")
    }
    playground.onLoad = { [weak self] in self?.app?.didLoad($0) }
    playground.onRemark = { StandardError.print("causeway: \($0)") }
    let choices = StandingChoices(inspector.forms, initial: options.profile.answer.standing)
    let simulated = try SimulatedApp(
      options.protocols,
      with: SimulatedSettings(
        origin: Origin(scheme: "http", host: "localhost", port: playground.pages.port),
        setCookie: { [weak playground] in try await playground?.setCookie($0) }, profile: options.profile,
        prompter: InspectorPrompter(inspector.forms, choices), allowed: options.allowed, state: options.state,
        use: options.use, isQuiet: options.isQuiet,
        makeInterface: { [inspector] in InspectorInterface(inspector.forms, choices, scripted: $0) }))
    self.simulated = simulated
    panels = simulated.makePanels(inspector.forms)
    app = ServedApp(simulated) { [weak self] in self?.note($0) }
    return playground
  }

  /// Prepares the app, and then answers requests for pages.
  func prepare() async throws {
    try await simulated?.prepare()
    playground?.answerRequests()
    panels?.scheduleRefresh()
  }

  private func note(_ observation: BridgeObservation) {
    panels?.scheduleRefresh()
    guard options.trace != nil || options.isVerbose else { return }
    // Replace the time, because each bridge counts it from its own creation. Otherwise the lines of different tabs
    // could not be compared.
    var observation = observation
    observation.time = ContinuousClock.now - start
    options.trace?.write(observation)
    if options.isVerbose { StandardError.print(Trace.line(observation)) }
  }

  /// Ends the connections and the app.
  func end() async {
    await playground?.stop()
    playground = nil
    await app?.end()
  }
}
#endif
