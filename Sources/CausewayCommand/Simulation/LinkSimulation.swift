import BitcoinLink
import Causeway
import Foundation

/// The simulated app of a page that uses Bitcoin.com Link: a wallet.
@MainActor struct LinkSimulation: SimulatedProtocol {
  private let settings: SimulatedSettings
  private let wallets = WeakReferences<SimulatedWallet>()

  init(with settings: SimulatedSettings) {
    self.settings = settings
  }

  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)? {
    let policy = Policy(frames: .sameOrigin, origins: settings.allowed.map(Policy.Origins.only) ?? .any)
    let wallet = SimulatedWallet(settings.profile.link, platform, prompter: settings.prompter)
    wallets.add(wallet)
    let link = WalletLink(
      provider: wallet,
      configuration: .init(policy: policy, additionalConsent: SimulatedWallet.consent))
    bridge.install(link.dialect(for: platform == .android ? .android : .ios))
    return nil
  }

  func apply(_ profile: Profile) async throws {
    for wallet in wallets.all { wallet.profile = profile.link }
  }

  // MARK: The suite

  static let suiteHosts = "with a user who agrees, a user who refuses, and a wallet that fails"

  static func suiteStates(in folder: URL) -> [HostState] {
    [
      HostState("the user agrees", ["answer=approve"]) { _ in },
      HostState("the user refuses", ["answer=decline"]) { $0.answer = .decline },
      HostState("the wallet fails", ["answer=fail"]) {
        $0.link.fail = failures
      },
    ]
  }

  /// The failures of the wallet in the state `answer=fail`, which the suite expects.
  private static let failures: [LinkCommand: LinkProfile.Failure] = [
    .getAddress: LinkProfile.Failure(type: .connectionDenied),
    .getInfo: LinkProfile.Failure(type: .connectionDenied),
    .sendAssets: LinkProfile.Failure(type: .sendError), .payInvoice: LinkProfile.Failure(type: .merchantError),
  ]

  static func suiteQuery(for profile: Profile) -> [String] {
    if profile.answer == .approve, profile.link.fail == failures { return ["answer=fail"] }
    // The suite cannot know the profile's own failures or the user's decisions. Without `answer`, the suite accepts
    // both success and failure.
    return profile.answer == .ask || !profile.link.fail.isEmpty ? [] : ["answer=\(profile.answer.rawValue)"]
  }
}
