import BitcoinLink
import Causeway
import Foundation
import GBGBridge
import OnsideKit
import TodayWebViewBridge
import WebKit

/// The app around a page, as a profile describes it. It lives as long as the page.
@MainActor final class SimulatedApp {
  private let profile: Profile
  private let prompter: any Prompter
  private let isQuiet: Bool
  private var gbg: (host: BridgeHost, platform: Platform)?
  private var shop: SimulatedShop?
  /// Says which requests nobody answers.
  private var remarks: Task<Void, Never>?

  /// - Parameters:
  ///   - prompter: who answers what an app would ask its user.
  ///   - isQuiet: whether the logs of its parts are left out.
  init(_ profile: Profile, prompter: any Prompter, isQuiet: Bool = false) {
    self.profile = profile
    self.isQuiet = isQuiet
    self.prompter = prompter
  }

  /// Makes a bridge's pages speak Today.
  func installToday(
    in bridge: Bridge, _ platform: Platform, trusting origins: Set<Origin>, cookies: WKHTTPCookieStore
  ) {
    let today = TodayWebViewBridge(
      host: SimulatedTodayHost(profile.today), configuration: .init(trustedOrigins: origins),
      cookies: { try await cookies.setConfirmed($0) })
    bridge.install(today.dialect(for: platform.today))
  }

  /// Makes a bridge's pages speak GBGBridge.
  func installGBG(in bridge: Bridge, _ platform: Platform, allowing origins: Set<Origin>?) {
    let host = SimulatedGBGHost.make(
      profile.gbg, prompter: prompter, isAsked: profile.answer == .ask, allowing: origins)
    host.attach(to: bridge, surface: platform == .android ? .android : .ios)
    gbg = (host, platform)
    if !isQuiet { remarks = Task { await Self.remark(on: host.states) } }
  }

  /// Who tries a page without a profile would wait with it, and not know for what.
  private static func remark(on states: AsyncStream<BridgeState>) async {
    var told: Set<String> = []
    for await state in states {
      for request in state.pendingRequests where told.count < 20 && told.insert(request.payload.action).inserted {
        StandardError.print(
          "causeway: nobody answers \"\(request.payload.action)\", and the page waits. The part \"gbg\" of a profile says "
            + "what cameras and the app's own capabilities answer.")
      }
    }
  }

  /// Makes a bridge's pages speak Bitcoin.com Link.
  func installLink(in bridge: Bridge, _ platform: Platform, allowing origins: Set<Origin>?) {
    let policy = Policy(frames: .sameOrigin, origins: origins.map(Policy.Origins.only) ?? .any)
    let link = WalletLink(
      provider: SimulatedWallet(profile.link, platform, prompter: prompter),
      configuration: .init(policy: policy, additionalConsent: SimulatedWallet.consent))
    bridge.install(link.dialect(for: platform == .android ? .android : .ios))
  }

  /// Makes a bridge's pages speak Onside.
  ///
  /// - Parameter state: where the shop keeps what outlasts it; nil for nowhere.
  /// - Throws: what is wrong with the catalogue, or with the state.
  func installOnside(in bridge: Bridge, selling goods: OnsideGoods, state: URL?, allowing origins: Set<Origin>?) throws
  {
    let shop = try SimulatedShop(
      profile.onside, answer: profile.answer, selling: goods, state: state, isQuiet: isQuiet)
    let configuration = OnsideJS.Configuration(origins: origins.map(Policy.Origins.only) ?? .named)
    OnsidePageBridge.install(in: bridge, client: shop.client, configuration: configuration)
    self.shop = shop
  }

  /// A page will be loaded: what it may ask for is there when this returns.
  func prepare() async throws {
    try await shop?.prepare()
  }

  /// The page is gone: nothing of the app is left when this returns, but for what it keeps.
  func end() async {
    remarks?.cancel()
    await shop?.end()
  }

  /// The page is there: tells it what an app tells a page then.
  func pageDidLoad() {
    guard let gbg else { return }
    // Seconds on iOS, milliseconds on Android.
    let unit = gbg.platform == .android ? 1000.0 : 1
    gbg.host.send(event: "host.ready", data: ["timestamp": .number(Date().timeIntervalSince1970 * unit)])
  }
}

/// The platform whose surfaces a page sees.
enum Platform: String, CaseIterable {
  case ios
  case android
  case macos
  case windows

  /// The protocols that have a surface on this platform: those of the others name iOS and Android only.
  var protocols: [String] {
    switch self {
    case .ios, .android: OpenOptions.protocols
    case .macos, .windows: ["today"]
    }
  }

  /// What is wrong with a protocol that has no surface on this platform, and what to do.
  func refusal(of protocol: String) -> String {
    let others = Self.allCases.filter { $0.protocols.contains(`protocol`) }.map(\.rawValue)
    return "it has no surface on \(rawValue); choose --platform \(others.joined(separator: " or "))"
  }

  /// The surface of the Today WebView Bridge.
  var today: TodaySurface {
    switch self {
    case .ios: .ios
    case .android: .android(.port)
    case .macos: .macos
    case .windows: .windows(.messages)
    }
  }
}
