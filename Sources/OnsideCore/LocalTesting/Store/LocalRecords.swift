import CausewayDatabase
import Foundation

/// What local testing keeps in its file: accounts, who is logged in, orders, and the keys that they were asked for under.
final class LocalRecords {
  let database: Database

  init(folder: URL) throws(DatabaseError) {
    database = try Database(file: folder.appendingPathComponent("local-testing.sqlite"), form: Self.form)
  }

  private static let form = DatabaseForm(
    applicationID: 0x4F6E_734C,  // "OnsL"
    migrations: [
      // `storefront` is null for that of the catalogue. `entitlement` is what an account has once at most, null for what
      // can be bought again. A key without an order is void.
      """
      CREATE TABLE account (
        id TEXT NOT NULL PRIMARY KEY,
        login TEXT NOT NULL UNIQUE,
        storefront TEXT
      );
      CREATE TABLE session (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        account TEXT NOT NULL REFERENCES account (id)
      );
      CREATE TABLE purchase (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        account TEXT NOT NULL REFERENCES account (id),
        date REAL NOT NULL,
        product TEXT NOT NULL,
        entitlement TEXT,
        token TEXT,
        checksum INTEGER NOT NULL
      );
      CREATE INDEX purchase_entitlement ON purchase (account, entitlement);
      CREATE TABLE idempotency_key (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        purchase INTEGER REFERENCES purchase (number)
      );
      """,
      // Why nothing was paid under a key, in JSON; null if something was, or if it was settled before an order came.
      "ALTER TABLE idempotency_key ADD COLUMN refusal TEXT;",
    ])
}
