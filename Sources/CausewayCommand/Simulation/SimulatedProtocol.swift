import Causeway
import CausewayTool
import Foundation
import OnsideCore
import TodayWebViewBridge

#if os(Linux)
import CausewayPlayground
#endif

/// The part of a simulated app that implements one protocol.
///
/// A simulated app has one such part for each of its protocols. `causeway conformance` runs a protocol's suite in the
/// states that the part returns. To add a protocol to the command, add a type that conforms to this protocol, and a
/// case of `BridgeProtocol`.
@MainActor protocol SimulatedProtocol {
  /// The platforms on which the protocol is defined. The default is iOS and Android.
  static var platforms: [Platform] { get }
  /// Throws if the profile lacks a setting that the command needs. The default accepts every profile.
  static func check(_ profile: Profile, for use: ProfileUse) throws(UsageError)

  /// Creates the part; nil if the profile has nothing that the protocol could serve.
  init?(with settings: SimulatedSettings) throws
  /// Prepares the app for pages. After this method has returned, the app can answer their requests.
  func prepare() async throws
  /// Installs the protocol in the bridge of one web view or browser tab. Returns the part that belongs to it; nil if there
  /// is none. The platform is one of ``platforms``.
  func attach(to bridge: Bridge, on platform: Platform) -> (any SimulatedViewPart)?
  #if os(Linux)
  /// Makes the inspector's panel with the protocol's state; nil if there is none, which is the default.
  func makePanel(_ forms: InspectorForms) -> (any ProtocolPanel)?
  #endif
  /// Throws ``PageError`` if the profile has settings that cannot change while the app runs. The default accepts every
  /// profile.
  func checkChange(to profile: Profile) throws
  /// Lets the part answer as another profile says.
  func apply(_ profile: Profile) async throws
  /// Ends the app after its pages are gone. After this method has returned, only the app's persistent state remains.
  func end() async

  /// The hosts in which the protocol's suite runs, as a text that follows the protocol's name.
  static var suiteHosts: String { get }
  /// Returns the host states in which the suite runs. Together, the states make it possible to check every rule. The
  /// first state is the usual one.
  ///
  /// - Parameter folder: the suite's folder.
  static func suiteStates(in folder: URL) throws -> [HostState]
  /// Returns the options of the suite's page for the state that a profile describes.
  static func suiteQuery(for profile: Profile) -> [String]
}

extension SimulatedProtocol {
  static var platforms: [Platform] { [.ios, .android] }
  static func check(_ profile: Profile, for use: ProfileUse) throws(UsageError) {}
  func prepare() async throws {}
  func checkChange(to profile: Profile) throws {}
  #if os(Linux)
  func makePanel(_ forms: InspectorForms) -> (any ProtocolPanel)? { nil }
  #endif
  func end() async {}
}

/// The command for which a profile is checked. Both commands can name a protocol in an argument, and then need its part
/// of the profile.
enum ProfileUse {
  case open
  case conformance
}

/// The settings of a simulated app.
struct SimulatedSettings {
  /// The origin of the pages.
  let origin: Origin
  /// Sets a cookie for a page, and returns when the page's requests send it.
  let setCookie: CookieWriter
  let profile: Profile
  /// Answers the prompts to the app's user.
  var prompter: any Prompter
  /// The origins of `--allow`; nil without that option.
  var allowed: Set<Origin>?
  /// The folder of `--state`; nil without that option.
  var state: URL?
  /// The command that opened the page.
  var use = ProfileUse.open
  /// Whether the logs of the app's parts are omitted.
  var isQuiet = false
  /// Makes Onside's screens; nil for the screens that the profile's `answer` selects. The argument is a function that
  /// makes an interface with a fixed answer.
  var makeInterface: (@MainActor (@escaping (ProfileAnswer) -> any OnsideInterface) -> any OnsideInterface)?
}
