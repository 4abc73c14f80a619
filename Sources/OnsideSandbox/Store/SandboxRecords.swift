import CausewayDatabase
import Foundation

/// The store's database.
///
/// Times are whole milliseconds since 1970 by the store's clock. The ends of tokens, the arrival of reports and
/// `clock.real_start` are exceptions, which are in real time.
final class SandboxRecords {
  let database: Database

  init(folder: URL) throws(DatabaseError) {
    database = try Database(file: folder.appendingPathComponent("store.sqlite"), definition: Self.definition)
  }

  private static let definition = DatabaseDefinition(
    applicationID: 0x4F6E_7353,  // "OnsS"
    migrations: [
      // `account.country` is null for the catalogue's country. Tokens are stored only as their SHA-256.
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
        // `product` is the product as it was sold, in JSON. `entitlement` is what an account has at most once in an
        // app; it is null for a product that can be bought again. `price` is the charged amount, in the currency's
        // smallest unit.
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
          // One row for each subscription, by the id of its first order. `expires` is the end of its last order.
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
          // A key without an order is void. A key without a fingerprint was settled before an order came.
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
      // Merchant tokens that were used and have not expired, by the SHA-256 of their `jti`. `expires` is in real time.
      """
      CREATE TABLE used_token (
        digest BLOB NOT NULL PRIMARY KEY,
        expires INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX used_token_expires ON used_token (expires);
      """,
      // Reports of transactions. `digest` is the SHA-256 of a report. `content` is its transactions in JSON until they
      // are processed. `received` is in real time, because the duration of processing is.
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
        // `reason` is null for a valid transaction; each id is valid once. Duplicates have no row.
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
      // Cards by their tokens, without their numbers. `expiry` is null if the user did not give it.
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
      // `refusal` is the reason why nothing was paid under a key, in JSON. It is null if an order was paid, or if the
      // key was settled before an order came. `card_key` holds the idempotency keys of cards, with the token of each
      // card and the id of its row.
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
      // The latest end of the used tokens that were deleted, in real time.
      """
      CREATE TABLE forgotten_token (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        latest_end INTEGER NOT NULL
      );
      """,
    ])
}
