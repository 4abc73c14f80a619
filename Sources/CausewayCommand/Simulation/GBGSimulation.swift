import Causeway
import CausewayTool
import Foundation
import GBGBridge

#if os(Linux)
import CausewayPlayground
#endif

/// The simulated app of a page that uses GBGBridge.
@MainActor struct GBGSimulation: SimulatedProtocol {
  private let settings: SimulatedSettings
  private let views = WeakReferences<GBGView>()

  init(with settings: SimulatedSettings) {
    self.settings = settings
  }

  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)? {
    let view = GBGView(settings, bridge, platform)
    views.add(view)
    return view
  }

  #if os(Linux)
  func makePanel(_ forms: InspectorForms) -> (any ProtocolPanel)? {
    GBGPanel({ [views] in views.all.map(\.host) }, forms)
  }
  #endif

  func checkChange(to profile: Profile) throws {
    guard profile.gbg.allowedOrigins == settings.profile.gbg.allowedOrigins,
      profile.gbg.hostVersion == settings.profile.gbg.hostVersion
    else {
      throw PageError("gbg: allowedOrigins and hostVersion cannot change while the app runs")
    }
  }

  func apply(_ profile: Profile) async throws {
    for view in views.all { view.apply(profile) }
  }

  // MARK: The suite

  static let suiteHosts =
    "with cameras that return pictures, are cancelled, fail or are switched off, and with a page that is not trusted"

  static func suiteStates(in folder: URL) throws -> [HostState] {
    let pictures = folder.appendingPathComponent("pictures")
    let document = GBGProfile.Capture.picture(
      try PictureFile(contentsOf: pictures.appendingPathComponent("document.jpg")))
    let selfie = GBGProfile.Capture.picture(
      try PictureFile(contentsOf: pictures.appendingPathComponent("selfie.png")))
    let chip = ["nfc.read": GBGProfile.Custom(answer: .data(["documentNumber": "X0000000"]))]
    return [
      HostState("the cameras give pictures", ["document=file", "selfie=file", "custom=nfc.read"]) {
        ($0.gbg.document, $0.gbg.selfie, $0.gbg.custom) = (document, selfie, chip)
      },
      HostState("the user cancels", ["document=cancel", "selfie=none", "reason=The+user+went+back."]) {
        $0.gbg.document = .cancel(reason: "The user went back.")
      },
      HostState("a camera fails", ["document=none", "selfie=error", "code=PERMISSION_DENIED"]) {
        $0.gbg.selfie = .failure(
          GBGProfile.Failure(code: .permissionDenied, message: "The app is not allowed to use the camera."))
      },
      HostState("the cameras are switched off", ["document=disabled", "selfie=disabled"]) {
        ($0.gbg.document, $0.gbg.selfie, $0.gbg.isEnabled) = (document, selfie, false)
      },
      // The suite waits for its full timeout (`limit`) after each message that gets no answer, so the timeout is short.
      HostState("the page is not trusted", ["trusted=no", "limit=1"]) { $0.gbg.allowedOrigins = [] },
    ]
  }

  static func suiteQuery(for profile: Profile) -> [String] {
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
    // The suite accepts only one error code, so the query names no failing camera if the profile has several codes.
    if codes.count > 1 { query.removeAll { $0.hasSuffix("=error") } }
    if codes.count == 1, let code = codes.first { query.append("code=\(code)") }
    guard profile.answer == .approve else { return query }
    let answering = profile.gbg.custom.filter { if case .data = $0.value.answer { true } else { false } }
    return query + answering.keys.sorted().prefix(1).map { "custom=\($0)" }
  }
}

/// The simulated app's side of GBGBridge in one web view.
@MainActor private final class GBGView: SimulatedViewPart {
  let host: BridgeHost
  private let prompter: any Prompter
  private let platform: Platform
  private weak var bridge: Bridge?
  /// The task that reports requests without a handler; nil if the app is quiet.
  private let remarks: Task<Void, Never>?

  init(_ settings: SimulatedSettings, _ bridge: Bridge, _ platform: Platform) {
    let host = SimulatedGBGHost.make(
      settings.profile.gbg, prompter: settings.prompter, isAsked: settings.profile.answer == .ask,
      allowing: settings.profile.gbg.allowedOrigins ?? settings.allowed)
    host.attach(to: bridge, surface: platform == .android ? .android : .ios)
    self.host = host
    prompter = settings.prompter
    self.platform = platform
    self.bridge = bridge
    remarks = settings.isQuiet ? nil : Task { await Self.remark(on: host.states) }
  }

  func apply(_ profile: Profile) {
    SimulatedGBGHost.configure(host, profile.gbg, prompter: prompter, isAsked: profile.answer == .ask)
  }

  /// Reports on standard error each action without a handler. Otherwise a developer who opens a page without a profile
  /// would not learn why the page waits.
  private static func remark(on states: AsyncStream<BridgeState>) async {
    var reported: Set<String> = []
    for await state in states {
      for request in state.pendingRequests where reported.count < 20 && reported.insert(request.payload.action).inserted
      {
        StandardError.print(
          "causeway: the simulated app does not answer \"\(request.payload.action)\", so the page waits. The part "
            + "\"gbg\" of a profile sets the answers of cameras and of custom capabilities.")
      }
    }
  }

  /// The time for which the app waits for the page's `receive` after the page was loaded. A page sets the function late
  /// if its script is a module that loads other files.
  private static let receiveTimeout: Duration = .seconds(30)

  private var mainDocument: DocumentID? { bridge?.frames.first(where: \.isMainFrame)?.document }

  /// Sends `host.ready` to a page that uses GBGBridge, as soon as the page can receive it. Other pages get nothing.
  func didLoad(_ document: any LoadedDocument) async {
    let page = mainDocument
    let deadline = ContinuousClock.now + Self.receiveTimeout
    var pause = Duration.milliseconds(100)
    while await !document.hasFunction("GBGBridge.receive") {
      guard page == mainDocument, .now < deadline else { return }
      try? await Task.sleep(for: pause)
      // Most pages without the function never get it.
      pause = min(pause * 2, .seconds(1))
    }
    guard page == mainDocument else { return }
    // The timestamp is in seconds on iOS and in milliseconds on Android.
    let unit = platform == .android ? 1000.0 : 1
    host.send(event: "host.ready", data: ["timestamp": .number(Date().timeIntervalSince1970 * unit)])
  }

  func end() {
    remarks?.cancel()
  }
}
