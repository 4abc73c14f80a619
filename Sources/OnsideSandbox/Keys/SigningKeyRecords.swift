import CausewayDatabase
import CausewayJOSE
import CausewayJSON

/// The table of public keys.
struct SigningKeyRecords {
  static let tables = """
    CREATE TABLE signing_key (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      public_key TEXT NOT NULL
    );
    """

  /// The maximum number of published public keys: the current key, and the keys from before the last rotations.
  static let publishedKeys: Int64 = 5

  let database: Database

  /// Returns the public keys, the newest first.
  func publicKeys() throws(DatabaseError) -> [JSONWebKey] {
    try database.query(
      "SELECT public_key FROM signing_key ORDER BY number DESC"
    ) { row throws(DatabaseError) in
      guard let json = try? JSONValue(parsing: try row.text(0)), let key = try? JSONWebKey(json) else {
        throw row.damaged("a public key cannot be read")
      }
      return key
    }
  }

  /// Adds a new key, and deletes the oldest keys beyond ``publishedKeys``.
  func add(_ key: JSONWebKey, id: String) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO signing_key (id, public_key) VALUES (?, ?)", .text(id), .text(key.json.json))
    try database.execute(
      """
      DELETE FROM signing_key WHERE number NOT IN (SELECT number FROM signing_key ORDER BY number DESC LIMIT ?)
      """, .integer(Self.publishedKeys))
  }
}
