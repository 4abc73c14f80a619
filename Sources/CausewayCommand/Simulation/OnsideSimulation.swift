import Causeway
import CausewayTool
import Foundation
import OnsideKit

#if os(Linux)
import CausewayPlayground
#endif

/// The simulated app of a page that uses Onside: a shop and its customer.
@MainActor struct OnsideSimulation: SimulatedProtocol {
  let shop: SimulatedShop
  private let origins: Policy.Origins
  /// The origins that the profile names.
  private let allowedOrigins: Set<Origin>?
  private let error: OnsideProfile.StoreError?
  private let pages: OnsidePagesDelegate

  /// - Throws: An error if the catalog or the state cannot be used.
  init?(with settings: SimulatedSettings) throws {
    let profile = settings.profile.onside
    guard let source = profile.productSource else { return nil }
    shop = try SimulatedShop(settings, selling: source)
    allowedOrigins = profile.allowedOrigins
    origins = (profile.allowedOrigins ?? settings.allowed).map(Policy.Origins.only) ?? .named
    pages = OnsidePagesDelegate(shop.client)
    error = profile.error
  }

  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)? {
    OnsidePageBridge.install(in: bridge, delegate: pages, configuration: .init(origins: origins))
    return nil
  }

  #if os(Linux)
  func makePanel(_ forms: InspectorForms) -> (any ProtocolPanel)? {
    OnsidePanel(shop.client, shop.store, error: error, forms)
  }
  #endif

  func prepare() async throws {
    try await shop.prepare()
  }

  func end() async {
    await shop.end()
  }

  static func check(_ profile: Profile, for use: ProfileUse) throws(UsageError) {
    guard profile.onside.productSource == nil else { return }
    throw switch use {
    case .open:
      UsageError(
        "--protocol onside needs products: pass --catalog FILE.storekit or --store URL, or put \"catalog\" or "
          + "\"store\" into the profile's part \"onside\"")
    case .conformance:
      UsageError(
        "a profile for the suite of onside needs the suite's shop.storekit as \"catalog\" in its part \"onside\", or a "
          + "\"store\"")
    }
  }

  func checkChange(to profile: Profile) throws {
    let change = profile.onside
    // A profile without a shop changes only the customer.
    guard change.productSource == nil || change.productSource == shop.source,
      change.allowedOrigins == allowedOrigins
    else {
      throw PageError("onside: catalog, store, app and allowedOrigins cannot change while the app runs")
    }
  }

  func apply(_ profile: Profile) async throws { try await shop.apply(profile) }

  // MARK: The suite

  static let suiteHosts = """
    with a customer who pays, is not logged in, dismisses the login or the payment, or finds no payment sheet, with a \
    store that fails in each way, with a store on the network, and with a page that is not trusted
    """

  static func suiteStates(in folder: URL) -> [HostState] {
    let catalog = folder.appendingPathComponent("shop.storekit")
    func state(_ description: String, _ query: [String], _ change: (inout OnsideProfile) -> Void = { _ in })
      -> HostState
    {
      HostState(description, query) {
        $0.onside.productSource = .catalog(catalog)
        $0.onside.isLoggedIn = true
        $0.onside.login = .succeed
        $0.onside.payment = .approve
        change(&$0.onside)
      }
    }
    let shop = ["catalog=shop", "store=local"]
    let customer = shop + ["loggedIn=true", "login=succeed"]
    #if os(Linux)
    var service = state(
      "the store is on the network",
      ["catalog=shop", "store=service", "loggedIn=true", "login=succeed", "payment=approve"]
    ) { $0.productSource = nil }
    service.networkCatalog = catalog
    let network = [service]
    #else
    let network: [HostState] = []
    #endif
    let failures = OnsideProfile.StoreError.allCases.map { error in
      state("the store fails with \(error.rawValue)", customer + ["payment=approve", "error=\(error.rawValue)"]) {
        $0.error = error
      }
    }
    return [
      state("the customer pays", customer + ["payment=approve"]),
      state("no user is logged in", shop + ["loggedIn=false", "login=succeed", "payment=approve"]) {
        $0.isLoggedIn = false
      },
      state("the login is dismissed", shop + ["loggedIn=false", "login=discard", "payment=approve"]) {
        ($0.isLoggedIn, $0.login) = (false, .discard)
      },
      state("the payment is dismissed", customer + ["payment=cancel"]) { $0.payment = .cancel },
      state("the payment sheet cannot be shown", customer + ["payment=fail"]) { $0.payment = .fail },
    ] + failures + network + [
      state("the page is not trusted", ["trusted=no"]) { $0.allowedOrigins = [] }
    ]
  }

  static func suiteQuery(for profile: Profile) -> [String] {
    let onside = profile.onside
    var query =
      [onside.productSource?.isLocal ?? true ? "store=local" : "store=service"]
      + HostState.trust(in: onside.allowedOrigins)
    if let isLoggedIn = onside.isLoggedIn { query.append("loggedIn=\(isLoggedIn)") }
    if let error = onside.error { query.append("error=\(error.rawValue)") }
    guard profile.answer != .ask else { return query }
    let login = onside.login ?? (profile.answer == .approve ? .succeed : .discard)
    let payment = onside.payment ?? (profile.answer == .approve ? .approve : .cancel)
    return query + ["login=\(login.rawValue)", "payment=\(payment.rawValue)"]
  }
}
