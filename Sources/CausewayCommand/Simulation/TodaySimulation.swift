import Causeway
import Foundation
import TodayWebViewBridge

#if os(Linux)
import CausewayPlayground
#endif

/// The simulated app of a page that uses the Today WebView Bridge.
@MainActor struct TodaySimulation: SimulatedProtocol {
  static let platforms = Platform.allCases

  private let host: SimulatedTodayHost
  private let session: TodayWebViewBridge
  /// The origins that the profile names.
  private let trustedOrigins: Set<Origin>?

  init(with settings: SimulatedSettings) {
    host = SimulatedTodayHost(settings.profile.today)
    trustedOrigins = settings.profile.today.trustedOrigins
    session = TodayWebViewBridge(
      host: host,
      configuration: .init(trustedOrigins: Self.trustedOrigins(settings)), cookies: settings.setCookie)
  }

  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)? {
    bridge.install(session.dialect(for: platform.today))
    return nil
  }

  #if os(Linux)
  func makePanel(_ forms: InspectorForms) -> (any ProtocolPanel)? { TodayPanel(host, forms) }
  #endif

  func checkChange(to profile: Profile) throws {
    guard profile.today.trustedOrigins == trustedOrigins else {
      throw PageError("today.trustedOrigins: the origins cannot change while the app runs")
    }
  }

  func apply(_ profile: Profile) async throws { host.apply(profile.today) }

  /// Returns the profile's origins, or those of `--allow`, or the page's own origin. If both the profile and `--allow`
  /// name origins, only the origins in both are trusted.
  private static func trustedOrigins(_ settings: SimulatedSettings) -> Set<Origin> {
    let named = settings.profile.today.trustedOrigins ?? settings.allowed ?? [settings.origin]
    return settings.allowed.map(named.intersection) ?? named
  }

  // MARK: The suite

  static let suiteHosts =
    "with a session that can be refreshed, with a session that has ended, and with a page that is not trusted"

  static func suiteStates(in folder: URL) -> [HostState] {
    [
      HostState("a refresh succeeds", ["refresh=ok", "tokens=new"]) { $0.today.numbersTokens = true },
      HostState("a refresh fails", ["refresh=fail"]) { $0.today.refresh = .fail },
      HostState("the page is not trusted", ["trusted=no"]) { $0.today.trustedOrigins = [] },
    ]
  }

  static func suiteQuery(for profile: Profile) -> [String] {
    let refresh = profile.today.refresh == .succeed ? "ok" : "fail"
    return ["refresh=\(refresh)"] + HostState.trust(in: profile.today.trustedOrigins)
  }
}

extension Platform {
  /// The form of the Today WebView Bridge on this platform.
  fileprivate var today: TodaySurface {
    switch self {
    case .ios: .ios
    case .android: .android(.port)
    case .macos: .macos
    case .windows: .windows(.messages)
    }
  }
}
