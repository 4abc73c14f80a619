import BitcoinLink
import Causeway
import Conformance
import Foundation
import GBGBridge

/// A state of the host in which a suite runs, and the description of the state that the suite gets in its query.
struct HostState {
  /// The state as a text that follows "a host where".
  let description: String
  let profile: Profile
  /// The query items of the suite's URL, without `platform`.
  let query: [String]
  /// The catalogue of a network store that runs during the suite; nil for no such store.
  private(set) var networkCatalog: URL?

  /// Returns the states that a suite needs to check every rule of a protocol.
  static func all(of protocol: String, suites root: URL) throws -> [HostState] {
    switch `protocol` {
    case "gbg": try gbg(pictures: root.appendingPathComponent("gbg/pictures"))
    case "link": link
    case "onside": onside(catalog: root.appendingPathComponent("onside/shop.storekit"))
    default: today
    }
  }

  /// Returns the state that the profile of `--profile` describes.
  static func described(by profile: Profile, for protocol: String) -> HostState {
    let query =
      switch `protocol` {
      case "gbg": gbgQuery(profile)
      case "link": linkQuery(profile)
      case "onside": onsideQuery(profile)
      default: todayQuery(profile)
      }
    return HostState(description: "the profile decides", profile: profile, query: query)
  }

  private init(description: String, profile: Profile, query: [String]) {
    self.description = description
    self.profile = profile
    self.query = query
  }

  private init(_ description: String, _ query: [String], _ change: (inout Profile) -> Void) {
    var profile = Profile()
    change(&profile)
    self.init(description: description, profile: profile, query: query)
  }

  // MARK: Today

  private static var today: [HostState] {
    [
      HostState("a refresh succeeds", ["refresh=ok", "tokens=new"]) { $0.today.numbersTokens = true },
      HostState("a refresh fails", ["refresh=fail"]) { $0.today.refresh = .fail },
      HostState("the page is not trusted", ["trusted=no"]) { $0.today.trustedOrigins = [] },
    ]
  }

  private static func todayQuery(_ profile: Profile) -> [String] {
    let refresh = profile.today.refresh == .succeed ? "ok" : "fail"
    return ["refresh=\(refresh)"] + trust(in: profile.today.trustedOrigins)
  }

  /// Returns the query item for a profile that does not trust the suite's origin; empty if the origin is trusted.
  private static func trust(in origins: Set<Origin>?) -> [String] {
    let own = Origin(scheme: PageLocation.scheme, host: PageLocation.host)
    return origins?.contains(own) ?? true ? [] : ["trusted=no"]
  }

  // MARK: GBGBridge

  private static func gbg(pictures: URL) throws -> [HostState] {
    let document = GBGProfile.Capture.picture(
      try PictureFile(contentsOf: pictures.appendingPathComponent("document.jpg")))
    let selfie = GBGProfile.Capture.picture(
      try PictureFile(contentsOf: pictures.appendingPathComponent("selfie.png")))
    let chip = ["nfc.read": GBGProfile.Custom(answer: .data(["documentNumber": "X0000000"]))]
    return [
      HostState("the cameras give pictures", ["document=file", "selfie=file", "custom=nfc.read"]) {
        ($0.gbg.document, $0.gbg.selfie, $0.gbg.custom) = (document, selfie, chip)
      },
      HostState("the user gives up", ["document=cancel", "selfie=none", "reason=The+user+went+back."]) {
        $0.gbg.document = .cancel(reason: "The user went back.")
      },
      HostState("a camera fails", ["document=none", "selfie=error", "code=PERMISSION_DENIED"]) {
        $0.gbg.selfie = .failure(GBGProfile.Failure(code: .permissionDenied, message: "The camera may not be used."))
      },
      HostState("the cameras are switched off", ["document=disabled", "selfie=disabled"]) {
        ($0.gbg.document, $0.gbg.selfie, $0.gbg.isEnabled) = (document, selfie, false)
      },
      // The limit is short because each message without an answer takes the whole limit.
      HostState("the page is not trusted", ["trusted=no", "limit=1"]) { $0.gbg.allowedOrigins = [] },
    ]
  }

  private static func gbgQuery(_ profile: Profile) -> [String] {
    var query: [String] = []
    var codes: Set<String> = []
    for (name, capture) in [("document", profile.gbg.document), ("selfie", profile.gbg.selfie)] {
      switch capture {
      case nil where profile.answer == .ask: break  // the user decides
      case nil: query.append("\(name)=none")
      case .picture where profile.answer == .approve: query.append("\(name)=file")
      case .picture where profile.answer == .decline: query.append("\(name)=cancel")
      case .picture: break
      case .cancel: query.append("\(name)=cancel")
      // `BUSY` is left out: the suite uses the code to distinguish a camera that fails from a camera that is in use.
      case .failure(let failure) where failure.code == .busy: break
      case .failure(let failure):
        codes.insert(failure.code.rawValue)
        query.append("\(name)=error")
      }
    }
    // The suite accepts only one code.
    if codes.count > 1 { query.removeAll { $0.hasSuffix("=error") } }
    if codes.count == 1, let code = codes.first { query.append("code=\(code)") }
    guard profile.answer == .approve else { return query }
    let answering = profile.gbg.custom.filter { if case .data = $0.value.answer { true } else { false } }
    return query + answering.keys.sorted().prefix(1).map { "custom=\($0)" }
  }

  // MARK: Link

  private static var link: [HostState] {
    [
      HostState("the user agrees", ["answer=approve"]) { _ in },
      HostState("the user refuses", ["answer=decline"]) { $0.answer = .decline },
      HostState("the wallet fails", ["answer=fail"]) {
        $0.link.fail = failures
      },
    ]
  }

  /// The failures of the wallet in the state `answer=fail`, which the suite knows.
  private static let failures: [LinkCommand: LinkProfile.Failure] = [
    .getAddress: LinkProfile.Failure(type: .connectionDenied),
    .getInfo: LinkProfile.Failure(type: .connectionDenied),
    .sendAssets: LinkProfile.Failure(type: .sendError), .payInvoice: LinkProfile.Failure(type: .merchantError),
  ]

  private static func linkQuery(_ profile: Profile) -> [String] {
    if profile.answer == .approve, profile.link.fail == failures { return ["answer=fail"] }
    // The suite cannot know other failures or the user's decisions. Without `answer`, it accepts both success and
    // failure.
    return profile.answer == .ask || !profile.link.fail.isEmpty ? [] : ["answer=\(profile.answer.rawValue)"]
  }

  // MARK: Onside

  private static func onside(catalog: URL) -> [HostState] {
    func state(_ description: String, _ query: [String], _ change: (inout OnsideProfile) -> Void = { _ in })
      -> HostState
    {
      HostState(description, query) {
        $0.onside.goods = .catalog(catalog)
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
      "the store is one over the network",
      ["catalog=shop", "store=service", "loggedIn=true", "login=succeed", "payment=approve"]
    ) { $0.goods = nil }
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
      state("nobody is logged in", shop + ["loggedIn=false", "login=succeed", "payment=approve"]) {
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

  private static func onsideQuery(_ profile: Profile) -> [String] {
    let onside = profile.onside
    var query = [onside.goods?.isLocal ?? true ? "store=local" : "store=service"] + trust(in: onside.allowedOrigins)
    if let isLoggedIn = onside.isLoggedIn { query.append("loggedIn=\(isLoggedIn)") }
    if let error = onside.error { query.append("error=\(error.rawValue)") }
    guard profile.answer != .ask else { return query }
    let login = onside.login ?? (profile.answer == .approve ? .succeed : .discard)
    let payment = onside.payment ?? (profile.answer == .approve ? .approve : .cancel)
    return query + ["login=\(login.rawValue)", "payment=\(payment.rawValue)"]
  }
}
