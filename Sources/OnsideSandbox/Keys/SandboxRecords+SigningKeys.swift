import CausewayDatabase
import CausewayJOSE
import CausewayJSON

extension SandboxRecords {
  /// How many public keys are published: the one that signs now, and those of before the last rotations.
  static let publishedKeys: Int64 = 5

  /// The public keys, the newest first.
  func publicKeys() throws(DatabaseError) -> [JSONWebKey] {
    try database.query(
      "SELECT public_key FROM signing_key ORDER BY number DESC"
    ) { row throws(DatabaseError) in
      guard let json = try? JSONValue(parsing: try row.text(0)), let key = try? JSONWebKey(json) else {
        throw row.damaged("a key has changed")
      }
      return key
    }
  }

  /// Adds the newest key, and forgets the oldest beyond the limit.
  func add(_ key: JSONWebKey, id: String) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO signing_key (id, public_key) VALUES (?, ?)", .text(id), .text(key.json.json))
    try database.execute(
      """
      DELETE FROM signing_key WHERE number NOT IN (SELECT number FROM signing_key ORDER BY number DESC LIMIT ?)
      """, .integer(Self.publishedKeys))
  }
}
