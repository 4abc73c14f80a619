import CausewayDatabase
import CausewayJOSE
import Foundation

extension SandboxStore {
  /// Signs with a new key from now on. The public halves of the last four before it stay in the key set.
  ///
  /// - Parameter algorithm: RS256 or ES256.
  /// - Returns: the key's name.
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

  /// The public keys of the signatures (RFC 7517), the one that signs now at the front.
  package func publicKeys() throws(SandboxProblem) -> JSONWebKeySet {
    JSONWebKeySet(try keeping { () throws(DatabaseError) in try records.publicKeys() })
  }

  /// The key that signs: that of before, or a new one if there is none.
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
    // First the file: a name in the database has a key.
    try folder.write(key, id: id)
    try records.database.transaction { () throws(DatabaseError) in try records.add(publicKey, id: id) }
    folder.removeAll(but: id)
    return key
  }
}
