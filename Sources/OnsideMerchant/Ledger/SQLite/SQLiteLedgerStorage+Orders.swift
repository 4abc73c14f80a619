import CausewayDatabase
import Foundation

extension SQLiteLedgerStorage {
  /// The columns that ``order(_:)`` reads.
  static let columns = """
    order_id, customer, original_order_id, bundle_id, product_id, product_type, quantity, purchased_at, fetched_at,
    expires_at, revoked_at, grant_request, granted_at, checksum, check_at,
    check_failures
    """
  static let selectOrder = "SELECT \(columns) FROM entitled_order WHERE order_id = ?"
  static let selectOrdersOfCustomer = "SELECT \(columns) FROM entitled_order WHERE customer = ?"
  static let insertOrder = """
    INSERT OR REPLACE INTO entitled_order (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// The number of ``columns`` that the checksum protects: all columns before `checksum`. The time and the failures of the
  /// next check are not protected, because they grant nothing.
  private static let protectedColumns = 13

  /// Returns the values of the protected columns, in the order of ``columns``.
  static func values(_ order: LedgerOrder) -> [DatabaseValue] {
    let statement = order.statement
    return [
      .uuid(order.orderID), .text(order.customer.text), .uuid(statement.originalOrderID),
      .text(statement.bundleID.text),
      .text(statement.productID.text), .text(statement.productType.text), .integer(statement.quantity),
      .time(statement.purchasedAt), .time(statement.fetchedAt), .time(statement.expiresAt), .time(statement.revokedAt),
      order.grant.map { .uuid($0.request) } ?? .null, .time(order.grant?.date),
    ]
  }

  /// Reads an order and verifies its checksum, because a flipped bit on the disk must not grant a product.
  static func order(_ row: Row) throws(DatabaseError) -> LedgerOrder {
    let id = try row.uuid(0)
    let statement = OrderStatement(
      originalOrderID: try row.uuid(2), bundleID: ExactText(try row.text(3)),
      productID: ExactText(try row.text(4)), productType: ExactText(try row.text(5)), quantity: try row.integer(6),
      purchasedAt: try row.time(7), fetchedAt: try row.time(8), expiresAt: try row.timeOrNil(9),
      revokedAt: try row.timeOrNil(10))
    var grant: LedgerOrder.Grant?
    if !row.isNull(11) { grant = LedgerOrder.Grant(request: try row.uuid(11), date: try row.time(12)) }
    let order = LedgerOrder(
      orderID: id, customer: ExactText(try row.text(1)), statement: statement, grant: grant,
      checkAt: try row.timeOrNil(14), checkFailures: try row.integer(15))
    // Compute the checksum from the stored values and not from `order`, which does not contain `granted_at` of an order
    // without a grant. Every changed bit of a protected column is then found.
    var checksum = RowChecksum()
    for column in 0..<protectedColumns { try checksum.add(column, of: row) }
    guard checksum.value == (try row.integer(protectedColumns)) else {
      throw row.damaged("order \(id) differs from what was written")
    }
    return order
  }

  static func checksum(_ values: [DatabaseValue]) -> Int64 {
    var checksum = RowChecksum()
    for value in values { checksum.add(value) }
    return checksum.value
  }
}

extension DatabaseValue {
  /// Returns a UUID as a blob of 16 bytes.
  static func uuid(_ id: UUID) -> DatabaseValue { .blob(withUnsafeBytes(of: id.uuid) { Array($0) }) }
  /// Returns a time in microseconds; null for nil.
  static func time(_ time: LedgerTime?) -> DatabaseValue { DatabaseValue(time?.microseconds) }
}

extension Row {
  /// Reads a UUID, a blob of 16 bytes.
  func uuid(_ column: Int) throws(DatabaseError) -> UUID {
    let bytes = try blob(column)
    guard bytes.count == 16 else { throw damaged("column \(column) is not a UUID") }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Reads a time in microseconds.
  func time(_ column: Int) throws(DatabaseError) -> LedgerTime { LedgerTime(microseconds: try integer(column)) }

  /// Reads a time in microseconds, or nil for null.
  func timeOrNil(_ column: Int) throws(DatabaseError) -> LedgerTime? {
    try integerOrNil(column).map(LedgerTime.init(microseconds:))
  }
}
