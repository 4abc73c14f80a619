import CausewayDatabase
import CausewayJOSE
import Foundation

/// The keys that sign the purchase histories.
package final class SigningKeyService {
  private let database: Database
  private let records: SigningKeyRecords
  private let folder: SigningKeyFolder
  /// The key that signs the histories of new requests.
  private(set) var current: SigningKey

  /// Reads the stored signing key, or creates one if there is none.
  init(_ database: Database, folder: SigningKeyFolder, firstAlgorithm: JWSAlgorithm) throws {
    self.database = database
    self.folder = folder
    records = SigningKeyRecords(database: database)
    if let id = try records.publicKeys().first?.keyID, let key = try folder.key(id) {
      current = key
    } else {
      current = try Self.newKey(firstAlgorithm, in: folder, records)
    }
  }

  /// Replaces the signing key with a new one. The public keys of the previous four signing keys stay in the key set.
  ///
  /// - Parameter algorithm: RS256 or ES256.
  /// - Returns: the id of the new key (`kid`).
  package func rotate(_ algorithm: JWSAlgorithm = .rs256) throws(SandboxProblem) -> String {
    do {
      current = try Self.newKey(algorithm, in: folder, records)
      return current.keyID ?? ""
    } catch let error as DatabaseError {
      throw SandboxProblem(error)
    } catch {
      var problem = SandboxProblem(
        .unavailable, "The store could not create a new key; the reason is in the store's log")
      problem.cause = "\(error)"
      throw problem
    }
  }

  /// Returns the public keys that verify the store's signatures (RFC 7517), the current key first.
  package func publicKeys() throws(SandboxProblem) -> JSONWebKeySet {
    JSONWebKeySet(try database.run { () throws(DatabaseError) in try records.publicKeys() })
  }

  private static func newKey(
    _ algorithm: JWSAlgorithm, in folder: SigningKeyFolder, _ records: SigningKeyRecords
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
