import CausewayDatabase
import CausewayJOSE
import Foundation

extension SandboxStore {
  /// Replaces the signing key by a new one. The public keys of the last four signing keys stay in the key set.
  ///
  /// - Parameter algorithm: RS256 or ES256.
  /// - Returns: the id of the new key (`kid`).
  package func rotateKeys(_ algorithm: JWSAlgorithm = .rs256) throws(SandboxProblem) -> String {
    do {
      let key = try Self.newKey(algorithm, in: keyFolder, records)
      signingKey = key
      return key.keyID ?? ""
    } catch let error as DatabaseError {
      throw SandboxProblem(error)
    } catch {
      var problem = SandboxProblem(.unavailable, "A new key could not be made; the store's log says why")
      problem.cause = "\(error)"
      throw problem
    }
  }

  /// Returns the public keys that verify the store's signatures (RFC 7517), the current key first.
  package func publicKeys() throws(SandboxProblem) -> JSONWebKeySet {
    JSONWebKeySet(try keeping { () throws(DatabaseError) in try records.publicKeys() })
  }

  /// Returns the stored signing key, or creates one if there is none.
  static func currentKey(
    or algorithm: JWSAlgorithm, in folder: SigningKeyFolder, _ records: SandboxRecords
  ) throws -> SigningKey {
    if let id = try records.publicKeys().first?.keyID, let key = try folder.key(id) { return key }
    return try newKey(algorithm, in: folder, records)
  }

  private static func newKey(
    _ algorithm: JWSAlgorithm, in folder: SigningKeyFolder, _ records: SandboxRecords
  ) throws -> SigningKey {
    let id = UUID().uuidString.lowercased()
    let key = try SigningKey.generate(algorithm, keyID: id)
    guard let publicKey = key.publicKey() else { throw SigningKeyError.libraryFailed }
    // Write the file first, so that every key id in the database has its file.
    try folder.write(key, id: id)
    try records.database.transaction { () throws(DatabaseError) in try records.add(publicKey, id: id) }
    folder.removeAll(but: id)
    return key
  }
}
