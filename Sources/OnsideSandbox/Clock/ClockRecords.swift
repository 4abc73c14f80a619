import CausewayDatabase
import Foundation

/// The table with the store's clock.
struct ClockRecords {
  static let tables = """
    CREATE TABLE clock (
      row INTEGER PRIMARY KEY CHECK (row = 1),
      real_start INTEGER NOT NULL,
      start INTEGER NOT NULL,
      rate REAL NOT NULL,
      latest INTEGER NOT NULL
    );
    """

  let database: Database

  /// Returns the stored clock; nil before the first start.
  func clock() throws(DatabaseError) -> StoreClock? {
    try database.query("SELECT real_start, start, rate, latest FROM clock") { row throws(DatabaseError) in
      StoreClock(
        realStart: Date(milliseconds: try row.integer(0)), start: Date(milliseconds: try row.integer(1)),
        rate: try row.real(2), latest: Date(milliseconds: try row.integer(3)))
    }.first
  }

  /// Stores the clock.
  func keep(_ clock: StoreClock) throws(DatabaseError) {
    try database.execute(
      "INSERT OR REPLACE INTO clock (row, real_start, start, rate, latest) VALUES (1, ?, ?, ?, ?)",
      .integer(clock.realStart.milliseconds), .integer(clock.start.milliseconds), .real(clock.rate),
      .integer(clock.latest.milliseconds))
  }
}
