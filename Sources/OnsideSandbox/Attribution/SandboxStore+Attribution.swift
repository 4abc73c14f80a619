import CausewayDatabase

extension SandboxStore {
  /// Returns the referrer URL that apps get as their attribution; nil if none is set.
  package func refererURL() throws(SandboxProblem) -> String? {
    try keeping { () throws(DatabaseError) in
      try records.database.query("SELECT referer_url FROM attribution") { row throws(DatabaseError) in
        try row.textOrNil(0)
      }.first ?? nil
    }
  }

  /// Sets the referrer URL that apps get from now on; nil for none.
  package func setRefererURL(_ url: String?) throws(SandboxProblem) {
    try keeping { () throws(DatabaseError) in
      try records.database.execute(
        "INSERT OR REPLACE INTO attribution (row, referer_url) VALUES (1, ?)", DatabaseValue(url))
    }
  }
}
