import Causeway
import CausewayContract
import CausewayJSON
import CausewayTool
import Foundation

/// The simulated app for pages that use an app's own bridge. For the suite of the bridge, it serves
/// ``ConformanceContract``. For other pages it serves the contract of `--contract`, and the module of `--mock` answers.
@MainActor final class CausewaySimulation: SimulatedProtocol {
  // Only apps written in Swift implement this protocol, so it exists on Apple's platforms only.
  static let platforms: [Platform] = [.ios, .macos]

  static func check(_ profile: Profile, for use: ProfileUse) throws(UsageError) {
    guard use == .open, profile.causeway.contract == nil else { return }
    throw UsageError(
      "--protocol causeway needs the contract of your app, and a mock that answers in its place: add "
        + "--contract FILE.json and --mock FILE.js")
  }

  /// The source of the answers to the pages.
  private enum Service {
    case suite
    case mock(MockedBridge)
  }

  private let settings: SimulatedSettings
  private let service: Service
  private let bridges = OpenBridges()

  init?(with settings: SimulatedSettings) throws {
    self.settings = settings
    switch (settings.use, settings.profile.causeway.contract) {
    case (.conformance, _): service = .suite
    case (.open, nil): return nil
    case (.open, let file?):
      guard let mock = settings.profile.causeway.mock else {
        preconditionFailure("the options have both files or none")
      }
      let contract = try ContractCommand.contract(at: file.path)
      let script = MockScript(mock)
      service = .mock(MockedBridge(contract: contract, mock: script))
      script.onEvent = { [bridges, origins, unowned script] name, data in
        if let mistake = contract.mistake(inEvent: name, data) { return script.complain(mistake) }
        bridges.send(event: name, data, to: origins)
      }
    }
  }

  /// The app's own origins: only their pages are served, and get the events of a mock.
  private var origins: Set<Origin> {
    settings.profile.causeway.allowedOrigins ?? settings.allowed ?? [settings.origin]
  }

  func prepare() async throws {
    if case .mock(let mocked) = service { try await mocked.prepare() }
  }

  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)? {
    switch service {
    case .suite:
      let app = ConformanceApp(bridge, origins: origins)
      bridge.install(CausewayDialect(app.contract, origins: origins, capabilities: app.capabilities))
      return app
    case .mock(let mocked):
      bridge.install(CausewayDialect(mocked.contract, origins: origins, capabilities: mocked.capabilities))
      return bridges.add(bridge)
    }
  }

  func checkChange(to profile: Profile) throws {
    let (change, own) = (profile.causeway, settings.profile.causeway)
    // A profile without files changes only the other parts.
    guard (change.contract ?? own.contract) == own.contract, (change.mock ?? own.mock) == own.mock,
      change.allowedOrigins == own.allowedOrigins
    else {
      throw PageError("causeway: contract, mock and allowedOrigins cannot change while the app runs")
    }
  }

  /// Does nothing, because everything in the profile is fixed.
  func apply(_ profile: Profile) async throws {}

  // MARK: The suite

  static let suiteHosts = "with a page that is trusted, and with one that is not"

  static func suiteStates(in folder: URL) -> [HostState] {
    [
      HostState("the page is trusted", []) { _ in },
      HostState("the page is not trusted", ["trusted=no"]) { $0.causeway.allowedOrigins = [] },
    ]
  }

  static func suiteQuery(for profile: Profile) -> [String] { HostState.trust(in: profile.causeway.allowedOrigins) }
}

/// The bridges of the open web views or browser tabs, to which a mock sends events.
@MainActor private final class OpenBridges {
  private final class View: SimulatedViewPart {
    private let onEnd: @MainActor () -> Void

    init(onEnd: @escaping @MainActor () -> Void) { self.onEnd = onEnd }

    /// Does nothing: a mock sends its events when it wants.
    func didLoad(_ document: any LoadedDocument) async {}

    func end() { onEnd() }
  }

  private var bridges: [ObjectIdentifier: Bridge] = [:]

  func add(_ bridge: Bridge) -> any SimulatedViewPart {
    let id = ObjectIdentifier(bridge)
    bridges[id] = bridge
    return View { [weak self] in self?.bridges[id] = nil }
  }

  /// Sends an event to all top-level documents of the origins.
  func send(event name: String, _ data: JSONValue?, to origins: Set<Origin>) {
    for bridge in bridges.values {
      for frame in bridge.frames where frame.isMainFrame && origins.contains(frame.origin) {
        // A document that is going away, or that does not read its messages, gets no event.
        try? bridge.conversation(with: frame.document)?.send(event: name, data: data)
      }
    }
  }
}
