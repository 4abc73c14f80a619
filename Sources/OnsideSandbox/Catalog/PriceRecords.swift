import CausewayDatabase
import Foundation

/// A price that a tester has given to a product, in place of the catalog's.
struct PriceChange: Hashable {
  /// The price in major units. The currency is that of the storefront, as for the catalog's price.
  var value: Double
  /// The time from which subscriptions that were bought before renew at this price. New purchases pay it at once.
  var effective: Date
}

/// The table of the prices that a tester has changed.
struct PriceRecords {
  static let tables = """
    CREATE TABLE price_change (
      product TEXT NOT NULL PRIMARY KEY,
      value REAL NOT NULL,
      effective INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  let database: Database

  /// Returns the last change of a product's price; nil if the catalog's price applies.
  func change(of product: String) throws(DatabaseError) -> PriceChange? {
    try database.query("SELECT value, effective FROM price_change WHERE product = ?", .text(product)) {
      row throws(DatabaseError) in
      PriceChange(value: try row.real(0), effective: Date(milliseconds: try row.integer(1)))
    }.first
  }

  /// Stores a change, which replaces an earlier one.
  func keep(_ change: PriceChange, of product: String) throws(DatabaseError) {
    try database.execute(
      "INSERT OR REPLACE INTO price_change (product, value, effective) VALUES (?, ?, ?)", .text(product),
      .real(change.value), .integer(change.effective.milliseconds))
  }
}
