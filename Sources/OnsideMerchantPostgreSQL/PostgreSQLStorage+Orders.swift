import Foundation
import OnsideMerchant

extension PostgreSQLStorage {
  /// The columns of an order, in the order that `PostgreSQLResult.order(_:)` expects.
  static let columns = """
    order_id, customer, original_order_id, bundle_id, product_id, product_type, quantity, purchased_at, fetched_at,
    expires_at, revoked_at, grant_request, granted_at, check_at, check_failures
    """

  /// Queues a statement that reads the orders from a table expression named `new`.
  func write(_ orders: [UUID: LedgerOrder], _ statement: String) throws(PostgreSQLFailure) {
    let orders = orders.values
    try connection.enqueue(
      """
      WITH new AS (
        SELECT * FROM unnest(
          $1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
          $9::bigint[], $10::bigint[], $11::bigint[], $12::uuid[], $13::bigint[],
          $14::bigint[], $15::bigint[]
        ) AS new (\(Self.columns))
      )
      \(statement)
      """,
      postgreSQLArray(orders.map(\.orderID.uuidString)), postgreSQLArray(orders.map(\.customer.text)),
      postgreSQLArray(orders.map(\.statement.originalOrderID.uuidString)),
      postgreSQLArray(orders.map(\.statement.bundleID.text)), postgreSQLArray(orders.map(\.statement.productID.text)),
      postgreSQLArray(orders.map(\.statement.productType.text)),
      postgreSQLArray(orders.map { "\($0.statement.quantity)" }),
      postgreSQLArray(orders.map { Self.text($0.statement.purchasedAt) }),
      postgreSQLArray(orders.map { Self.text($0.statement.fetchedAt) }),
      postgreSQLArray(orders.map { Self.text($0.statement.expiresAt) }),
      postgreSQLArray(orders.map { Self.text($0.statement.revokedAt) }),
      postgreSQLArray(orders.map { $0.grant?.request.uuidString }),
      postgreSQLArray(orders.map { Self.text($0.grant?.date) }), postgreSQLArray(orders.map { Self.text($0.checkAt) }),
      postgreSQLArray(orders.map { "\($0.checkFailures)" }))
  }

  private static func text(_ time: LedgerTime?) -> String? { time.map { "\($0.microseconds)" } }
}

extension PostgreSQLResult {
  /// Reads an order from the columns `PostgreSQLStorage.columns`.
  func order(_ row: Int) throws(PostgreSQLFailure) -> LedgerOrder {
    let statement = OrderStatement(
      originalOrderID: try uuid(row, 2), bundleID: ExactText(try value(row, 3)),
      productID: ExactText(try value(row, 4)), productType: ExactText(try value(row, 5)), quantity: try integer(row, 6),
      purchasedAt: try time(row, 7), fetchedAt: try time(row, 8),
      expiresAt: text(row, 9) == nil ? nil : try time(row, 9),
      revokedAt: text(row, 10) == nil ? nil : try time(row, 10))
    var grant: LedgerOrder.Grant?
    if text(row, 11) != nil { grant = LedgerOrder.Grant(request: try uuid(row, 11), date: try time(row, 12)) }
    return LedgerOrder(
      orderID: try uuid(row, 0), customer: ExactText(try value(row, 1)), statement: statement, grant: grant,
      checkAt: text(row, 13) == nil ? nil : try time(row, 13), checkFailures: try integer(row, 14))
  }

  /// Reads an order, which can be damaged, from the columns `PostgreSQLStorage.columns`.
  func storedOrder(_ row: Int) throws(PostgreSQLFailure) -> StoredOrder {
    let id = try uuid(row, 0)
    do throws(PostgreSQLFailure) {
      return .order(try order(row))
    } catch {
      guard case .damaged = error.ledgerError else { throw error }
      return .damaged(id)
    }
  }

  /// Reads a text; throws for null.
  func value(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> String {
    guard let text = text(row, column) else { throw damaged("column \(column) of a row is null") }
    return text
  }

  /// Reads a whole number; throws for null.
  func integer(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> Int64 {
    guard let integer = Int64(try value(row, column)) else {
      throw damaged("column \(column) of a row is not a whole number")
    }
    return integer
  }

  /// Reads a time in microseconds.
  func time(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> LedgerTime {
    LedgerTime(microseconds: try integer(row, column))
  }

  /// Reads a UUID; throws for null.
  func uuid(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> UUID {
    guard let uuid = UUID(uuidString: try value(row, column)) else {
      throw damaged("column \(column) of a row is not a UUID")
    }
    return uuid
  }

  /// Creates the error for stored data that the ledger cannot have written.
  func damaged(_ reason: String) -> PostgreSQLFailure {
    PostgreSQLFailure(kind: .lasting, ledgerError: .damaged(reason: "in PostgreSQL, \(reason)"))
  }
}
