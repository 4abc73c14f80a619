import PostgreSQLTestSupport
import Testing

@testable import OnsideMerchantPostgreSQL

@Suite("Arrays for PostgreSQL") struct PostgreSQLArrayTests {
  @Test("Elements are quoted, and characters with a meaning are escaped")
  func quoting() {
    #expect(postgreSQLArray([String]()) == "{}")
    #expect(postgreSQLArray(["a", nil, "NULL", ""]) == #"{"a",NULL,"NULL",""}"#)
    #expect(postgreSQLArray([#"{"a\b"}"#, "ü,"]) == #"{"{\"a\\b\"}","ü,"}"#)
  }

  @Test("Bytes are read back unchanged")
  func bytesBack() {
    let all = (0...255).map { UInt8($0) }
    #expect(bytes(ofPostgreSQL: postgreSQLBytes(all)) == all)
    #expect(bytes(ofPostgreSQL: postgreSQLBytes([])) == [])
    for text in ["", "\\x0", "00", "\\xzz"] { #expect(bytes(ofPostgreSQL: text) == nil) }
  }
}
