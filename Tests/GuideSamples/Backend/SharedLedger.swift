#if os(Linux)
import OnsideMerchantPostgreSQL

func openLedger() async throws -> PostgreSQLLedger {
  try await PostgreSQLLedger(connection: "postgresql://shop@db.example/shop?sslmode=verify-full")
}
#endif
