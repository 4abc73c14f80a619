import Foundation
import LedgerTestSupport
import OnsideMerchant
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
import Testing

/// Each test has its own server, because the tests stop their servers.
@Suite("PostgreSQL stays unavailable", .serialized) struct OutageTests {
  @Test("Each of many callers gets its answer when its timeout passes", arguments: [1, 4])
  func manyCallers(_ connections: Int) async throws {
    let server = try PostgreSQLTestServer()
    let ledger = try await PostgreSQLLedger(
      connection: try server.makeDatabase(), connections: connections, timeout: .seconds(2))
    try server.stop()
    let (errors, seconds) = await Self.errors(of: ledger, callers: 16)
    #expect(errors.count == 32 && errors.allSatisfy { Self.isUnavailable($0) })
    // One after the other, the calls would take more than a minute.
    #expect(seconds < 30)
    await ledger.close()
  }

  @Test("Closing a ledger does not wait for the server, and ends its calls")
  func closing() async throws {
    let server = try PostgreSQLTestServer()
    let database = try server.makeDatabase()
    let ledger = try await PostgreSQLLedger(connection: database, connections: 2)
    let other = try await PostgreSQLLedger(connection: database, connections: 1, timeout: .seconds(2))
    try server.stop()
    async let calls = Self.errors(of: ledger, callers: 16)
    // The call of the other ledger fails after its timeout of two seconds. By then, the other calls have begun.
    _ = await Self.errors(of: other, callers: 1)
    let start = ContinuousClock.now
    await ledger.close()
    let (errors, _) = await calls
    #expect(Self.seconds(since: start) < 30)
    #expect(errors.count == 32 && errors.contains(.closed))
    #expect(errors.allSatisfy { $0 == .closed || Self.isUnavailable($0) })
    await other.close()
  }

  @Test("A server that hangs counts as unavailable, and is used again when it continues")
  func hanging() async throws {
    let server = try PostgreSQLTestServer()
    let ledger = try await PostgreSQLLedger(
      connection: try server.makeDatabase(), connections: 2, timeout: .seconds(2))
    let history = SignedHistory([InAppPurchase(order: UUID())])
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.granted])
    try server.hang()
    defer { try? server.resume() }  // A suspended server cannot be stopped.
    let (errors, seconds) = await Self.errors(of: ledger, callers: 16)
    #expect(errors.count == 32 && errors.allSatisfy { Self.isUnavailable($0) })
    #expect(seconds < 30)
    try server.resume()
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.alreadyGranted])
    await ledger.close()
  }

  @Test("A ledger can be closed while the server hangs")
  func closingHanging() async throws {
    let server = try PostgreSQLTestServer()
    let ledger = try await PostgreSQLLedger(
      connection: try server.makeDatabase(), connections: 2, timeout: .seconds(2))
    try server.hang()
    defer { try? server.resume() }  // A suspended server cannot be stopped.
    let start = ContinuousClock.now
    async let calls = Self.errors(of: ledger, callers: 4)
    await ledger.close()
    #expect(await calls.errors.count == 8)
    #expect(Self.seconds(since: start) < 30)
  }

  @Test("Opening a connection to a server that hangs fails")
  func connectingHanging() async throws {
    let server = try PostgreSQLTestServer()
    let database = try server.makeDatabase()
    try server.hang()
    defer { try? server.resume() }  // A suspended server cannot be stopped.
    let start = ContinuousClock.now
    await #expect {
      _ = try await PostgreSQLLedger(connection: database, timeout: .seconds(2))
    } throws: { error in
      (error as? LedgerError).map(Self.isUnavailable) ?? false
    }
    #expect(Self.seconds(since: start) < 30)
  }

  /// Records a history and requests the entitlements for each caller, all at the same time. Returns all errors and the
  /// total time.
  private static func errors(
    of ledger: PostgreSQLLedger, callers: Int
  ) async -> (errors: [LedgerError], seconds: Double) {
    let start = ContinuousClock.now
    let errors = await withTaskGroup(of: LedgerError?.self) { group in
      for caller in 0..<callers {
        group.addTask {
          await error { () async throws(LedgerError) in
            _ = try await ledger.record(SignedHistory([InAppPurchase(order: UUID())]), for: "customer-\(caller)")
          }
        }
        group.addTask {
          await error { () async throws(LedgerError) in
            _ = try await ledger.entitlements(of: "customer-\(caller)", at: InAppPurchase.epoch)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return (errors.compactMap { $0 }, seconds(since: start))
  }

  private static func error(_ call: () async throws(LedgerError) -> Void) async -> LedgerError? {
    do throws(LedgerError) {
      try await call()
      return nil
    } catch {
      return error
    }
  }

  private static func isUnavailable(_ error: LedgerError) -> Bool {
    guard case .unavailable = error else { return false }
    return true
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .seconds(1)
  }
}
