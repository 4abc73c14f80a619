import Causeway
import CausewayContract
import Foundation

/// The simulated app for the suite of Causeway's own bridge. It serves ``ConformanceContract``. There is no app for
/// other pages, because the command does not know the functions that those pages call.
@MainActor struct CausewaySimulation: SimulatedProtocol {
  // Only an app in Swift has this protocol.
  static let platforms: [Platform] = [.ios, .macos]

  static func check(_ profile: Profile, for use: ProfileUse) throws(UsageError) {
    guard use == .open else { return }
    throw UsageError(
      "--protocol causeway needs the functions of your app, which this command does not have. Open the page in your app, "
        + "or test it with the package in Packages/causeway; `causeway conformance causeway` checks the bridge itself")
  }

  private let settings: SimulatedSettings

  init?(with settings: SimulatedSettings) {
    guard settings.use == .conformance else { return nil }
    self.settings = settings
  }

  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)? {
    let origins = settings.profile.causeway.allowedOrigins ?? settings.allowed ?? [settings.origin]
    let app = ConformanceApp(bridge, origins: origins)
    bridge.install(CausewayDialect(app.contract, origins: origins, capabilities: app.capabilities))
    return app
  }

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
