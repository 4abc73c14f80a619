import CausewayDatabase
import Foundation

extension SQLiteLedgerStorage {
  /// The columns that ``order(_:)`` reads.
  static let columns = """
    order_id, customer, original_order_id, bundle_id, product_id, product_type, quantity, purchased_at, fetched_at,
    expires_at, revoked_at, grant_request, granted_at, checksum, check_at,
    check_failures
    """

  /// Returns the values that the checksum protects: those of ``columns`` before it. The next check is not
  /// protected, because it grants nothing.
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
    guard checksum(values(order)) == (try row.integer(13)) else {
      throw row.damaged("order \(id) differs from what was written")
    }
    return order
  }

  static func checksum(_ values: [DatabaseValue]) -> Int64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    for value in values {
      switch value {
      case .null: bytes.append(0)
      case .integer(let integer): withUnsafeBytes(of: integer.bigEndian) { append(1, $0) }
      case .text(let text): append(2, text.utf8)
      case .blob(let blob): append(3, blob)
      case .real: preconditionFailure("An order has no column with a REAL value.")
      }
    }
    return CausewayDatabase.checksum(bytes)

    func append(_ kind: UInt8, _ content: some Collection<UInt8>) {
      bytes.append(kind)
      // The length keeps the columns apart: without it, bytes could move from one column to the next unnoticed.
      withUnsafeBytes(of: UInt32(content.count).bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: content)
    }
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
