import Foundation
import OnsideMerchant

func report(_ csv: Data, key: String, state: URL) async throws -> [InvalidTransaction] {
  guard let key = ReportingKey(key) else { throw ReportingError.unauthorized }
  let client = try ReportingClient(server: URL(string: "https://store.onside.io")!, key: key)
  let file = try TransactionFile(parsing: Array(csv), format: .csv)
  let run = try ReportRun(file, state: state, server: client.server)
  try await run.finish(with: client, until: .now + .seconds(3600))
  return try await run.outcomes().flatMap(\.invalid)
}
