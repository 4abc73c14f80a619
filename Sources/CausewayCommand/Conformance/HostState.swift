import Causeway
import Foundation

/// A state of the host in which a suite runs, and the description of the state that the suite gets in its query.
struct HostState {
  /// The state as a text that follows "a host where".
  let description: String
  let profile: Profile
  /// The query items of the suite's URL, without `platform`.
  let query: [String]
  /// The catalog of a network store that runs during the suite; nil if the state needs no store.
  var networkCatalog: URL?
  /// The suite's timeout for an answer, in seconds. The simulated app answers at once, unless the machine is busy.
  var answerTimeout = 30

  /// Creates the state that the profile of `--profile` describes.
  @MainActor init(describedBy profile: Profile, for protocol: BridgeProtocol) {
    self.init(
      description: "the profile decides all answers", profile: profile,
      query: `protocol`.simulation.suiteQuery(for: profile))
  }

  private init(description: String, profile: Profile, query: [String]) {
    self.description = description
    self.profile = profile
    self.query = query
  }

  /// Creates a state from the default profile and a change to it.
  init(_ description: String, _ query: [String], _ change: (inout Profile) -> Void) {
    var profile = Profile()
    change(&profile)
    self.init(description: description, profile: profile, query: query)
  }

  /// Returns the query item for a profile that does not trust the suite's origin; empty if the origin is trusted.
  static func trust(in origins: Set<Origin>?) -> [String] {
    let own = Origin(scheme: PageLocation.scheme, host: PageLocation.host)
    return origins?.contains(own) ?? true ? [] : ["trusted=no"]
  }
}
