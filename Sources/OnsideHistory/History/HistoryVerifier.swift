import CausewayJOSE

/// Checks that a history was signed by the store, and reads it.
public struct HistoryVerifier: Sendable {
  /// Where the store's keys come from.
  public let keys: any KeySource
  /// How long a signed history may be, in bytes.
  public let maximumBytes: Int

  /// A verifier by the keys of a source.
  public init(keys: some KeySource, maximumBytes: Int = 4 << 20) {
    self.keys = keys
    self.maximumBytes = maximumBytes
  }

  /// The history of a compact JWS, as the app or the Merchant API hands it over.
  ///
  /// The algorithm is RS256 or ES256: the store's key set is public, so whatever can be checked with a secret out of it
  /// anybody could have signed. What the header says of the type of the JWS and of its payload does not matter.
  ///
  /// - Throws: ``HistoryError``.
  public func verify(_ jws: String) async throws(HistoryError) -> SignedHistory {
    let read: JWS
    do throws(JWSError) {
      read = try JWS(parsing: jws, maximumBytes: maximumBytes)
    } catch {
      throw .notSigned(error)
    }
    switch read.header.algorithm {
    case .rs256, .es256: break
    case .hs256: throw .algorithmNotAllowed(read.header.algorithm)
    }
    let key: VerificationKey
    do throws(KeySourceError) {
      key = try await keys.key(for: read.header)
    } catch {
      throw .key(error)
    }
    let payload: [UInt8]
    do throws(JWSError) {
      payload = try read.verified(with: key)
    } catch {
      throw .signature(error)
    }
    do throws(TransactionHistoryError) {
      return SignedHistory(
        jws: jws, keyID: read.header.keyID, history: try TransactionHistory(parsing: payload))
    } catch {
      throw .payload(error)
    }
  }
}
