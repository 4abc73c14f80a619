#if os(Linux)
import CPostgreSQL
import Foundation

/// A PostgreSQL table that contains only signed statements: the baseline for the ledger on PostgreSQL.
final class BarePostgreSQL {
  private let handle: OpaquePointer?

  init(_ connection: String) throws {
    handle = PQconnectdb(connection)
    try run("CREATE TABLE bare_statement (id uuid PRIMARY KEY, jws text NOT NULL)")
    try check(PQprepare(handle, "one", "INSERT INTO bare_statement (id, jws) VALUES ($1, $2)", 0, nil))
    try check(
      PQprepare(
        handle, "many", "INSERT INTO bare_statement (id, jws) SELECT * FROM unnest($1::uuid[], $2::text[])", 0, nil))
  }

  deinit { PQfinish(handle) }

  /// Writes rows. The rows are on the disk when this method returns.
  func write(_ statements: ArraySlice<String>) throws {
    let ids = statements.map { String($0.prefix(36)) }
    let values =
      statements.count == 1
      ? [ids[0], statements[statements.startIndex]]
      : [ids, Array(statements)].map { "{" + $0.joined(separator: ",") + "}" }
    let texts = values.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let name = statements.count == 1 ? "one" : "many"
    try check(PQexecPrepared(handle, name, 2, texts.map { UnsafePointer($0) }, nil, nil, 0))
  }

  private func run(_ sql: String) throws { try check(PQexec(handle, sql)) }

  private func check(_ result: OpaquePointer?) throws {
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else {
      throw BenchError.database(String(cString: PQerrorMessage(handle)))
    }
  }
}
#endif
