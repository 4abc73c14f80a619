import CausewayJOSE

/// A verifier that checks the store's signature of a history and reads the history.
public struct HistoryVerifier: Sendable {
  /// The algorithms that stores use to sign histories: RS256 and ES256.
  public static let algorithms: [JWSAlgorithm] = [.rs256, .es256]

  /// The source of the store's keys.
  public let keys: any KeySource
  /// The maximum length of a signed history, in bytes. Default: 4 MiB.
  public let maximumBytes: Int

  /// Creates a verifier that uses the keys of a source.
  public init(keys: some KeySource, maximumBytes: Int = 4 << 20) {
    self.keys = keys
    self.maximumBytes = maximumBytes
  }

  /// Checks a compact JWS, as the app or the Merchant API delivers it, and reads its history.
  ///
  /// The algorithm must be one of ``algorithms``. The store's key set is public, so with a symmetric algorithm such as
  /// HS256 anyone could sign with a key from the set. The header's `typ` and `cty` are ignored.
  ///
  /// - Throws: ``HistoryError``.
  public func verify(_ jws: String) async throws(HistoryError) -> SignedHistory {
    let read: JWS
    do throws(JWSError) {
      read = try JWS(parsing: jws, maximumBytes: maximumBytes)
    } catch {
      throw .notSigned(error)
    }
    guard Self.algorithms.contains(read.header.algorithm) else { throw .algorithmNotAllowed(read.header.algorithm) }
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
