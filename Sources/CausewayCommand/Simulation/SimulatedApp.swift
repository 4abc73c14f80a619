import BitcoinLink
import Causeway
import Foundation
import GBGBridge
import OnsideKit
import TodayWebViewBridge
import WebKit

/// The simulated app around a page, which answers as the profile says. Each page has its own app.
@MainActor final class SimulatedApp {
  private let profile: Profile
  private let prompter: any Prompter
  private let isQuiet: Bool
  private var gbg: (host: BridgeHost, platform: Platform)?
  private var shop: SimulatedShop?
  /// The task that reports requests without a handler.
  private var remarks: Task<Void, Never>?

  /// - Parameters:
  ///   - prompter: answers the prompts to the app's user.
  ///   - isQuiet: whether the logs of the app's parts are omitted.
  init(_ profile: Profile, prompter: any Prompter, isQuiet: Bool = false) {
    self.profile = profile
    self.isQuiet = isQuiet
    self.prompter = prompter
  }

  /// Installs the Today WebView Bridge in a bridge.
  func installToday(
    in bridge: Bridge, _ platform: Platform, trusting origins: Set<Origin>, cookies: WKHTTPCookieStore
  ) {
    let today = TodayWebViewBridge(
      host: SimulatedTodayHost(profile.today), configuration: .init(trustedOrigins: origins),
      cookies: { try await cookies.setConfirmed($0) })
    bridge.install(today.dialect(for: platform.today))
  }

  /// Installs GBGBridge in a bridge.
  func installGBG(in bridge: Bridge, _ platform: Platform, allowing origins: Set<Origin>?) {
    let host = SimulatedGBGHost.make(
      profile.gbg, prompter: prompter, isAsked: profile.answer == .ask, allowing: origins)
    host.attach(to: bridge, surface: platform == .android ? .android : .ios)
    gbg = (host, platform)
    if !isQuiet { remarks = Task { await Self.remark(on: host.states) } }
  }

  /// Reports on standard error each action without a handler. Otherwise a developer who opens a page without a profile
  /// would not learn why the page waits.
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

  /// Installs Bitcoin.com Link in a bridge.
  func installLink(in bridge: Bridge, _ platform: Platform, allowing origins: Set<Origin>?) {
    let policy = Policy(frames: .sameOrigin, origins: origins.map(Policy.Origins.only) ?? .any)
    let link = WalletLink(
      provider: SimulatedWallet(profile.link, platform, prompter: prompter),
      configuration: .init(policy: policy, additionalConsent: SimulatedWallet.consent))
    bridge.install(link.dialect(for: platform == .android ? .android : .ios))
  }

  /// Installs Onside in a bridge.
  ///
  /// - Parameter state: the folder for the shop's lasting state; nil for a temporary folder.
  /// - Throws: An error if the catalogue or the state cannot be used.
  func installOnside(in bridge: Bridge, selling goods: OnsideGoods, state: URL?, allowing origins: Set<Origin>?) throws
  {
    let shop = try SimulatedShop(
      profile.onside, answer: profile.answer, selling: goods, state: state, isQuiet: isQuiet)
    let configuration = OnsideJS.Configuration(origins: origins.map(Policy.Origins.only) ?? .named)
    OnsidePageBridge.install(in: bridge, client: shop.client, configuration: configuration)
    self.shop = shop
  }

  /// Prepares the app for a page. After this method has returned, the app can answer the page's requests.
  func prepare() async throws {
    try await shop?.prepare()
  }

  /// Ends the app after its page is gone. After this method has returned, only the app's lasting state remains.
  func end() async {
    remarks?.cancel()
    await shop?.end()
  }

  /// Sends the page the event `host.ready` after the page was loaded.
  func pageDidLoad() {
    guard let gbg else { return }
    // The timestamp is in seconds on iOS and in milliseconds on Android.
    let unit = gbg.platform == .android ? 1000.0 : 1
    gbg.host.send(event: "host.ready", data: ["timestamp": .number(Date().timeIntervalSince1970 * unit)])
  }
}

/// The platform that the page sees.
enum Platform: String, CaseIterable {
  case ios
  case android
  case macos
  case windows

  /// The protocols that exist on this platform. Only Today defines macOS and Windows; the other protocols define only
  /// iOS and Android.
  var protocols: [String] {
    switch self {
    case .ios, .android: OpenOptions.protocols
    case .macos, .windows: ["today"]
    }
  }

  /// Returns the error text for a protocol that does not exist on this platform, with the platforms to choose instead.
  func refusal(of protocol: String) -> String {
    let others = Self.allCases.filter { $0.protocols.contains(`protocol`) }.map(\.rawValue)
    return "it has no surface on \(rawValue); choose --platform \(others.joined(separator: " or "))"
  }

  /// The form of the Today WebView Bridge on this platform.
  var today: TodaySurface {
    switch self {
    case .ios: .ios
    case .android: .android(.port)
    case .macos: .macos
    case .windows: .windows(.messages)
    }
  }
}
