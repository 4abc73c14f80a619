import CausewayDatabase

/// The attribution that apps get: the URL from which their users came.
package struct AttributionService {
  let database: Database
  let records: AttributionRecords

  /// Returns the referrer URL that apps get as their attribution; nil if none is set.
  package func refererURL() throws(SandboxProblem) -> String? {
    try database.run { () throws(DatabaseError) in try records.refererURL() }
  }

  /// Sets the referrer URL that apps get from now on; nil for none.
  package func setRefererURL(_ url: String?) throws(SandboxProblem) {
    try database.run { () throws(DatabaseError) in try records.setRefererURL(url) }
  }
}

/// The table with the attribution, which has one row.
struct AttributionRecords {
  static let tables = """
    CREATE TABLE attribution (
      row INTEGER PRIMARY KEY CHECK (row = 1),
      referer_url TEXT
    );
    """

  let database: Database

  func refererURL() throws(DatabaseError) -> String? {
    try database.query("SELECT referer_url FROM attribution") { row throws(DatabaseError) in
      try row.textOrNil(0)
    }.first ?? nil
  }

  func setRefererURL(_ url: String?) throws(DatabaseError) {
    try database.execute("INSERT OR REPLACE INTO attribution (row, referer_url) VALUES (1, ?)", DatabaseValue(url))
  }
}
