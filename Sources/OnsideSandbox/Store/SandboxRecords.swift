import CausewayDatabase
import Foundation

/// What the store keeps in its file.
///
/// Times are whole milliseconds since 1970: those of the store's clock, but for those until which tokens are good,
/// which are real time.
final class SandboxRecords {
  let database: Database

  init(folder: URL) throws(DatabaseError) {
    database = try Database(file: folder.appendingPathComponent("store.sqlite"), form: Self.form)
  }

  private static let form = DatabaseForm(
    applicationID: 0x4F6E_7353,  // "OnsS"
    migrations: [
      // `account.country` is null for the catalogue's. Tokens are there as their SHA-256 only.
      """
      CREATE TABLE account (
        id TEXT NOT NULL PRIMARY KEY,
        login TEXT NOT NULL UNIQUE,
        country TEXT
      );
      CREATE TABLE session (
        number INTEGER PRIMARY KEY,
        account TEXT NOT NULL REFERENCES account (id),
        app TEXT NOT NULL,
        refresh BLOB NOT NULL UNIQUE
      );
      CREATE TABLE access_token (
        number INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        session INTEGER NOT NULL REFERENCES session (number),
        expires INTEGER NOT NULL
      );
      CREATE INDEX access_token_session ON access_token (session);
      CREATE TABLE card (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        account TEXT NOT NULL REFERENCES account (id),
        digits TEXT NOT NULL,
        is_default INTEGER NOT NULL,
        UNIQUE (account, digits)
      );
      """
        // `product` is the product as it was sold, in JSON. `entitlement` is what an account has once at most in an app,
        // null for what can be bought again. `price` is in the currency's smallest unit, and what was charged.
        + """
        CREATE TABLE purchase (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          original TEXT NOT NULL,
          account TEXT NOT NULL REFERENCES account (id),
          app TEXT NOT NULL,
          country TEXT NOT NULL,
          kind TEXT NOT NULL,
          product TEXT NOT NULL,
          price INTEGER NOT NULL,
          date INTEGER NOT NULL,
          original_date INTEGER NOT NULL,
          expires INTEGER,
          revoked INTEGER,
          revocation_reason TEXT,
          is_renewal INTEGER NOT NULL,
          token TEXT,
          entitlement TEXT
        );
        CREATE INDEX purchase_account ON purchase (account, app);
        CREATE INDEX purchase_original ON purchase (original);
        """
          // One row for each subscription by its first order. `expires` is that of its last order.
          + """
          CREATE TABLE subscription (
            original TEXT NOT NULL PRIMARY KEY REFERENCES purchase (id),
            renews INTEGER NOT NULL,
            renewals INTEGER NOT NULL,
            anchor INTEGER NOT NULL,
            periods INTEGER NOT NULL,
            introductory_left INTEGER NOT NULL,
            expires INTEGER NOT NULL
          );
          CREATE INDEX subscription_due ON subscription (renews, expires);
          """
          // A key without an order is void; one without a fingerprint was settled before an order came.
          + """
          CREATE TABLE idempotency_key (
            key TEXT NOT NULL PRIMARY KEY,
            account TEXT NOT NULL REFERENCES account (id),
            fingerprint BLOB,
            purchase INTEGER REFERENCES purchase (number)
          );
          CREATE TABLE clock (
            row INTEGER PRIMARY KEY CHECK (row = 1),
            real_start INTEGER NOT NULL,
            start INTEGER NOT NULL,
            rate REAL NOT NULL,
            latest INTEGER NOT NULL
          );
          CREATE TABLE signing_key (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            public_key TEXT NOT NULL
          );
          CREATE TABLE attribution (
            row INTEGER PRIMARY KEY CHECK (row = 1),
            referer_url TEXT
          );
          CREATE TABLE event (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            app TEXT NOT NULL,
            name TEXT NOT NULL,
            time TEXT NOT NULL,
            parameters TEXT NOT NULL
          );
          """,
      // Merchant tokens that were used and have not expired, by the SHA-256 of their ids; `expires` is real time.
      """
      CREATE TABLE used_token (
        digest BLOB NOT NULL PRIMARY KEY,
        expires INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX used_token_expires ON used_token (expires);
      """,
      // Reports of transactions. `digest` is that of what a report says, and `content` its transactions in JSON until they
      // are processed. `received` is real time, by which processing takes its time.
      """
      CREATE TABLE report (
        number INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        created_at TEXT NOT NULL,
        transactions INTEGER NOT NULL,
        content TEXT,
        received INTEGER NOT NULL,
        accepted INTEGER NOT NULL,
        processing INTEGER,
        completed INTEGER
      );
      CREATE INDEX report_open ON report (received) WHERE completed IS NULL;
      """
        // `reason` is null for a transaction that counts, which it does once. Duplicates have no row.
        + """
        CREATE TABLE reported_transaction (
          report INTEGER NOT NULL REFERENCES report (number),
          position INTEGER NOT NULL,
          id TEXT NOT NULL,
          reason TEXT,
          PRIMARY KEY (report, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX reported_transaction_valid ON reported_transaction (id) WHERE reason IS NULL;
        """,
      // Cards by their tokens: no number is kept. `expiry` is null if nobody has said.
      """
      CREATE TABLE kept_card (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        account TEXT NOT NULL REFERENCES account (id),
        token TEXT NOT NULL,
        expiry TEXT,
        is_default INTEGER NOT NULL,
        UNIQUE (account, token)
      );
      INSERT INTO kept_card SELECT number, id, account, CASE digits
        WHEN '4242424242424242' THEN 'paying' WHEN '4000000000000002' THEN 'declined'
        WHEN '4000000000009995' THEN 'without-funds' WHEN '4000000000000069' THEN 'expired' ELSE 'unknown' END,
        NULL, is_default FROM card;
      DROP TABLE card;
      ALTER TABLE kept_card RENAME TO card;
      """,
      // `refusal` is why nothing was paid under a key, in JSON; null if something was, or if the key was settled before an
      // order came. `card_key` has the keys of cards: which card it was, by its token, and which row it became.
      """
      ALTER TABLE idempotency_key ADD COLUMN refusal TEXT;
      CREATE TABLE card_key (
        key TEXT NOT NULL PRIMARY KEY,
        account TEXT NOT NULL REFERENCES account (id),
        token TEXT NOT NULL,
        expiry TEXT,
        card TEXT NOT NULL
      ) WITHOUT ROWID;
      """,
      // The latest end of a used token that was forgotten, in real time.
      """
      CREATE TABLE forgotten_token (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        latest_end INTEGER NOT NULL
      );
      """,
    ])
}
