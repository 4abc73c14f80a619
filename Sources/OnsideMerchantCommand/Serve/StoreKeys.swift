#if os(Linux)
import CausewayJOSE
import Foundation
import OnsideMerchant

/// The store's public keys from one location or several. With several, histories are accepted that are signed with a key
/// of any of them, for example while the store moves its keys.
struct StoreKeys: KeySource {
  struct Source: Sendable {
    /// The location without its query, for the log and the metrics.
    let name: String
    let keys: JSONWebKeySetSource

    init(_ location: URL, _ keys: JSONWebKeySetSource) {
      var components = URLComponents(url: location, resolvingAgainstBaseURL: false)
      components?.query = nil
      name = location.isFileURL ? location.path : components?.string ?? location.path
      self.keys = keys
    }
  }

  /// The sources; at least one.
  let sources: [Source]

  init(_ sources: [Source]) { self.sources = sources }

  /// Returns the key of the first source that has one. If none has one, a source that is not available counts as the
  /// reason, because it may have the key.
  func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
    var reason: KeySourceError?
    for source in sources {
      do throws(KeySourceError) {
        return try await source.keys.key(for: header)
      } catch {
        if case .noKey? = reason, case .unavailable = error { reason = error }
        reason = reason ?? error
      }
    }
    throw reason ?? .noKey(.noKey)
  }
}
#endif
