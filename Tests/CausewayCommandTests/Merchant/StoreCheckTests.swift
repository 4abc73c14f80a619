#if os(Linux)
import CausewayHTTP
import Foundation
import OnsideMerchant
import ProgramTestSupport
import Testing

@testable import CausewayCommand
@testable import OnsideMerchantCommand

/// The messages about the store that `causeway merchant serve` writes at its start.
@Suite("The check of the store when causeway merchant serve starts", .timeLimit(.minutes(10))) struct StoreCheckTests {
  @Test("serve warns if the store refuses the merchant, and continues") func warning() async throws {
    let store = try PublishersStore(history: HTTPResponse(401))
    let program = try RunningProgram(
      ["merchant", "serve", "--app", "com.example.shop", "--port", "0"] + store.merchant, lines: .error,
      environment: PublishersStore.environment)
    var warning: String?
    for await line in program.lines where line.hasPrefix("warning: ") {
      warning = line
      break
    }
    #expect(warning?.contains("warning: the Merchant API refused the token (401)") == true)
    let result = try await program.end(by: SIGTERM)
    #expect(result.code == 0)
    #expect(result.output.contains("listens on http://127.0.0.1:"))
    await store.stop()
  }

  @Test(
    "The warning names the problem of the store",
    arguments: [(200, 404, nil), (200, 403, "Merchant ID"), (404, 404, "status 404"), (200, 400, "status 400")]
      as [(Int, Int, String?)])
  func check(keys: Int, history: Int, problem: String?) async throws {
    let store = try PublishersStore(keys: keys, history: HTTPResponse(history))
    let credentials = MerchantCredentials(
      merchantID: "m", keyID: "k", secret: MerchantSecret(String(repeating: "s", count: 32)))
    let source = try JSONWebKeySetSource(store.url.appendingPathComponent(".well-known/jwks.json"))
    let client = try MerchantClient(server: store.url, credentials: credentials)
    let folder = try Folder()
    let ledger = try SQLiteLedger(file: URL(fileURLWithPath: folder.path("ledger.sqlite")))
    let readiness = Readiness(
      ledger: ledger, keys: StoreKeys([StoreKeys.Source(store.url, source)]), confirmation: .always(client),
      metrics: MerchantMetrics(clients: []), log: ServerLog(ServerLog.Options()) { _, _ in })
    let problems = await readiness.problems(of: [.keys, .store], within: .seconds(60))
    if let problem {
      #expect(problems.count == 1 && problems.values.first?.contains(problem) == true, "\(problems)")
    } else {
      #expect(problems.isEmpty, "\(problems)")
    }
    await ledger.close()
    await store.stop()
  }
}
#endif
