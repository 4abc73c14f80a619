import CausewayDatabase

extension SandboxStore {
  /// How users come to the apps; nil if nobody knows.
  package func refererURL() throws(SandboxProblem) -> String? {
    try keeping { () throws(DatabaseError) in
      try records.database.query("SELECT referer_url FROM attribution") { row throws(DatabaseError) in
        try row.textOrNil(0)
      }.first ?? nil
    }
  }

  /// Sets what apps are told from now on.
  package func setRefererURL(_ url: String?) throws(SandboxProblem) {
    try keeping { () throws(DatabaseError) in
      try records.database.execute(
        "INSERT OR REPLACE INTO attribution (row, referer_url) VALUES (1, ?)", DatabaseValue(url))
    }
  }
}
