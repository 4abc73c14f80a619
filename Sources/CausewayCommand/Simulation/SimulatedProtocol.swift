import Causeway
import Foundation
import WebKit

/// The part of a simulated app that implements one protocol for one page.
///
/// A simulated app has one such part for each of its protocols. `causeway conformance` runs a protocol's suite in the
/// states that the part returns. To add a protocol to the command, add a type that conforms to this protocol, and a
/// case of `BridgeProtocol`.
@MainActor protocol SimulatedProtocol {
  /// The platforms on which the protocol is defined. The default is iOS and Android.
  static var platforms: [Platform] { get }
  /// Throws if the profile lacks a setting that the command needs. The default accepts every profile.
  static func check(_ profile: Profile, for use: ProfileUse) throws(UsageError)

  /// Installs the protocol in the page's bridge; nil if the profile has nothing that the protocol could serve.
  init?(in page: SimulatedPage) throws
  /// Prepares the app for the page. After this method has returned, the app can answer the page's requests.
  func prepare() async throws
  /// Sends the messages that an app sends to a page after the page was loaded.
  func pageDidLoad(in webView: WKWebView) async
  /// Ends the app after its page is gone. After this method has returned, only the app's lasting state remains.
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
  func pageDidLoad(in webView: WKWebView) async {}
  func end() async {}
}

/// The commands that use the part of a profile for one protocol, which an argument of the command names.
enum ProfileUse {
  case open
  case conformance
}

/// A page, and the settings of the simulated app around it.
struct SimulatedPage {
  let bridge: Bridge
  let platform: Platform
  /// The origin of the page.
  let origin: Origin
  let cookies: WKHTTPCookieStore
  let profile: Profile
  /// Answers the prompts to the app's user.
  let prompter: any Prompter
  /// The origins of `--allow`; nil without that option.
  var allowed: Set<Origin>?
  /// The folder of `--state`; nil without that option.
  var state: URL?
  /// Whether the logs of the app's parts are omitted.
  var isQuiet = false
}
