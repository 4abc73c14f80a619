#if os(Linux)
import Causeway
import CausewayJSON
import CausewayTool
import Foundation
import OnsideCore
import OnsideTesting

/// The options of a session of `causeway driver`: the value of the capability `causeway:options`.
struct DriverPageOptions {
  /// The page that is opened with the session; nil for none.
  let page: PageLocation?
  let open: OpenOptions

  private static let keys = [
    "page", "protocols", "platform", "profile", "catalog", "store", "app", "contract", "mock", "allow", "device",
    "size", "userAgent", "locale", "dark",
  ]

  /// The screen of a session's display, in pixels. It has room for the largest device at its pixel ratio.
  static let screen = ViewSize(width: 3_000, height: 3_000)

  /// Reads the options.
  ///
  /// - Throws: ``DriverOptionsError`` with every mistake.
  @MainActor init(_ value: JSONValue) throws(DriverOptionsError) {
    guard let object = value.objectValue else { throw DriverOptionsError(mistakes: ["it must be an object"]) }
    var reader = DriverOptionsReader(object)
    for key in object.keys where !Self.keys.contains(key) {
      reader.mistakes.append(
        "\(key): there is no such option\(Suggestion.question(key, among: Self.keys)). The options are "
          + Self.keys.joined(separator: ", "))
    }
    let platform = reader.choice("platform", Platform.self) ?? .ios
    let named = reader.choices("protocols", BridgeProtocol.self, among: BridgeProtocol.allCases)
    var profile = reader.profile("profile") ?? Profile()
    if let source = reader.productSource() { profile.onside.productSource = source }
    reader.replaceFiles(of: &profile.causeway)
    if case .catalog(let file)? = profile.onside.productSource {
      reader.check("catalog") { _ = try Catalog(contentsOf: file) }
    }
    for name in named ?? [] {
      reader.check("protocols") {
        do {
          try name.simulation.check(profile, for: .open)
          try name.check(platform, subject: name.rawValue)
        } catch let error as UsageError {
          throw PageError(error.problem)
        }
      }
    }
    let origins = reader.origins("allow")
    let view = reader.view(platform: object["platform"] == nil ? nil : platform)
    page = reader.string("page").flatMap { text in reader.value("page") { try PageLocation(text, namesFolder: true) } }
    guard reader.mistakes.isEmpty else { throw DriverOptionsError(mistakes: reader.mistakes) }
    let usual = BridgeProtocol.allCases.filter { $0.exists(on: platform) }
    open = OpenOptions(
      protocols: named ?? usual, platform: platform, profile: profile, allowed: origins.map(Set.init), view: view)
  }
}

/// The mistakes in the options of a session.
struct DriverOptionsError: Error, CustomStringConvertible {
  let mistakes: [String]
  var description: String { mistakes.joined(separator: "; ") }
}

extension OpenOptions {
  /// Creates the options for a page that WebDriver controls.
  fileprivate init(
    protocols: [BridgeProtocol], platform: Platform, profile: Profile, allowed: Set<Origin>?, view: ViewOptions
  ) {
    self.protocols = protocols
    self.platform = platform
    self.profile = profile
    self.allowed = allowed
    self.view = view
    (isHeadless, isVerbose, isQuiet, isControlledByAutomation) = (true, false, true, true)
  }
}
#endif
