import CausewayDatabase
import Foundation

/// The file of local testing: accounts, the session, orders, and their idempotency keys.
final class LocalRecords {
  let database: Database

  init(folder: URL) throws(DatabaseError) {
    database = try Database(file: folder.appendingPathComponent("local-testing.sqlite"), definition: Self.definition)
  }

  private static let definition = DatabaseDefinition(
    applicationID: 0x4F6E_734C,  // "OnsL"
    migrations: [
      // `storefront` is null for the catalog's country. `entitlement` is the key of an entitlement that an account
      // can have only once, and null for a product that can be bought again. A key without a purchase is void.
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
      // The reason why nothing was paid under a key, as JSON; null if an order was paid, or if the key was settled
      // before an order arrived.
      "ALTER TABLE idempotency_key ADD COLUMN refusal TEXT;",
    ])
}
