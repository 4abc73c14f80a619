import CausewayJOSE

/// A source of the store's public keys.
public protocol KeySource: Sendable {
  /// Returns the key for a JWS header.
  ///
  /// - Throws: ``KeySourceError`` if there is no such key, or if the keys are not available.
  func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey
}

extension JSONWebKeySet: KeySource {
  /// Returns the header's key in this set. Nothing is fetched, because the set is constant.
  public func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
    do throws(JSONWebKeySetError) {
      let find: (JWSHeader) throws(JSONWebKeySetError) -> VerificationKey = self.key(for:)
      return try find(header)
    } catch {
      throw .noKey(error)
    }
  }
}
