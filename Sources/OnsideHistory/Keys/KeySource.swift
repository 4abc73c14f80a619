import CausewayJOSE

/// Where the store's public keys come from.
public protocol KeySource: Sendable {
  /// The key that a header means.
  ///
  /// - Throws: ``KeySourceError`` if there is none, or the keys cannot be had.
  func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey
}

extension JSONWebKeySet: KeySource {
  /// The key of this set, which stays as it is.
  public func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
    do throws(JSONWebKeySetError) {
      let find: (JWSHeader) throws(JSONWebKeySetError) -> VerificationKey = self.key(for:)
      return try find(header)
    } catch {
      throw .noKey(error)
    }
  }
}
