import Foundation
import SQLiteTestSupport
import Testing

@testable import OnsideSandbox

@Suite("A store on SQLite that keeps the log, as Apple's does") struct PersistentLogTests {
  @Test("The store can be opened twice with the same secret, and leaves no log") func store() async throws {
    PersistentLog.becomesTheDefault()
    let test = try TestStore()
    let first = try test.open()
    let key = first.secretKeyID
    await first.close()
    #expect(try logs(of: test) == [])
    let second = try test.open()
    #expect(second.secretKeyID == key)
    await second.close()
    #expect(try logs(of: test) == [])
  }

  private func logs(of test: TestStore) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: test.url.path).filter { $0.hasSuffix("-wal") }
  }
}
