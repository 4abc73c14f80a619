#if os(Linux)
import ProgramTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The publisher's commands: the real program with a real store.
@Suite("The commands causeway merchant and causeway store", .serialized, .timeLimit(.minutes(10)))
struct MerchantCommandTests {
  // MARK: merchant token

  @Test func standardOutputContainsOnlyTheToken() async throws {
    let result = try await causeway(
      ["merchant", "token", "--merchant-id", "m", "--key-id", "k"], environment: ["ONSIDE_MERCHANT_SECRET": Self.secret]
    )
    #expect(result.code == 0)
    #expect(result.error.isEmpty)
    #expect(result.output.hasSuffix("\n"))
    let parts = result.output.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && parts.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
  }

  @Test func theSecretCannotBeGivenAsAnArgument() async throws {
    let words = ["merchant", "token", "--merchant-id", "m", "--key-id", "k"]
    let missing = try await causeway(words)
    #expect(missing.code == 2)
    #expect(missing.error.contains("ONSIDE_MERCHANT_SECRET is not set"))
    let given = try await causeway(words + ["--secret", Self.secret])
    #expect(given.code == 2)
    #expect(given.error.contains("there is no option --secret"))
    #expect(!given.error.contains(Self.secret))
  }

  @Test(arguments: ["0", "31", "x", "nan"]) func aTokenIsValidForOneToThirtySeconds(lifetime: String) async throws {
    let result = try await causeway(
      ["merchant", "token", "--merchant-id", "m", "--key-id", "k", "--lifetime", lifetime],
      environment: ["ONSIDE_MERCHANT_SECRET": Self.secret])
    #expect(result.code == 2)
    #expect(result.error.contains("it must be a number from 1 to 30"))
  }

  // MARK: merchant verify

  @Test func aHistoryThatTheStoreSignedIsPrinted() async throws {
    let sold = try await SoldOrder()
    let file = try sold.folder.write("history.jws", sold.history + "\n")
    let words = [
      "merchant", "verify", file, "--jwks", sold.store.appendingPathComponent(".well-known/jwks.json").absoluteString,
    ]
    let text = try await causeway(words)
    #expect(text.code == 0, "\(text.error)")
    #expect(text.output.contains(sold.order) && text.output.contains("lantern.coins.12"))
    let json = try SoldOrder.object(Data(try await causeway(words + ["--json"]).output.utf8))
    let purchases = try #require(json["transactions"] as? [[String: Any]])
    #expect(purchases.map { $0["order_id"] as? String } == [sold.order])
    #expect((json["violations"] as? [Any])?.isEmpty == true)
    _ = try await sold.end()
  }

  @Test func aHistoryThatTheStoreDidNotSignEndsWith1() async throws {
    let sold = try await SoldOrder()
    var parts = sold.history.split(separator: ".").map(String.init)
    parts[1] = parts[1].replacingOccurrences(of: String(parts[1].suffix(8).prefix(1)), with: "_")
    let forged = parts.joined(separator: ".")
    #expect(forged != sold.history)
    let file = try sold.folder.write("forged.jws", forged)
    let keys = sold.store.appendingPathComponent(".well-known/jwks.json").absoluteString
    let result = try await causeway("merchant", "verify", file, "--jwks", keys)
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("the store did not sign the history"))
    #expect(!result.error.contains(parts[2]))
    _ = try await sold.end()
  }

  // MARK: merchant history

  @Test func theHistoryShowsTheCurrentStateOfAnOrder() async throws {
    let sold = try await SoldOrder()
    let words = ["merchant", "history", sold.order, "--store", sold.store.absoluteString] + sold.merchant
    let before = try await causeway(words, environment: sold.environment)
    #expect(before.code == 0, "\(before.error)")
    #expect(before.output.contains(sold.order))
    #expect(!before.output.contains("revoked"))
    try await sold.refund()
    let after = try await causeway(words, environment: sold.environment)
    #expect(after.code == 0, "\(after.error)")
    #expect(after.output.contains("revoked"))
    _ = try await sold.end()
  }

  @Test func anUnknownOrderAndAWrongSecretEndWith1() async throws {
    let sold = try await SoldOrder()
    let rest = ["--store", sold.store.absoluteString] + sold.merchant
    let unknown = try await causeway(
      ["merchant", "history", UUID().uuidString] + rest, environment: sold.environment)
    #expect(unknown.code == 1)
    #expect(unknown.output.isEmpty && !unknown.error.isEmpty)
    let wrong = try await causeway(
      ["merchant", "history", sold.order] + rest, environment: ["ONSIDE_MERCHANT_SECRET": Self.secret])
    #expect(wrong.code == 1)
    #expect(wrong.error != unknown.error)
    #expect(!wrong.error.contains(Self.secret))
    _ = try await sold.end()
  }

  // MARK: store serve

  @Test func aSignalEndsTheStoreWith0AndItsOutputContainsNoSecret() async throws {
    let sold = try await SoldOrder()
    let result = try await sold.end()
    #expect(result.code == 0)
    #expect(result.error.contains("POST /app-api/v1/orders 201"))
    let secret = try #require(sold.environment.values.first)
    #expect(!(result.output + result.error).contains(secret))
    #expect(!(result.output + result.error).contains(sold.history))
  }

  @Test func theLogHasALineForEachRequestInOrder() async throws {
    let sold = try await SoldOrder()
    let paths = (0..<40).flatMap { _ in ["/", "/orders", "/pages.css", "/sandbox/clock"] }
    for path in paths {
      _ = try await URLSession.shared.data(from: sold.store.appendingPathComponent(path))
    }
    let result = try await sold.end()
    let asked = result.error.split(separator: "\n").compactMap { line in
      line.hasPrefix("GET ") ? String(line.split(separator: " ")[1]) : nil
    }
    #expect(asked.suffix(paths.count) == paths[...])
  }

  @Test(arguments: [
    ["--app", "not an app"], ["--app", ""], ["--rate", "-1"], ["--rate", "fast"], ["--token-lifetime", "0"],
    ["--host", "shop.test:80"], ["--host", "http://shop.test"], ["--host", "a b"],
  ])
  func invalidOptionsOfTheStoreAreBadUsage(words: [String]) async throws {
    let folder = try Folder()
    let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/onside/shop.storekit")
    let result = try await causeway(
      ["store", "serve", "--catalog", catalog.path, "--data", folder.path("store"), "--port", "0"] + words)
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.error.contains(words[0]), "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
  }

  @Test func theStoreAnswersOnlyUnderItsConfiguredHostNames() async throws {
    let folder = try Folder()
    let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/onside/shop.storekit")
    let (program, store) = try await RunningProgram.server([
      "store", "serve", "--catalog", catalog.path, "--data", folder.path("store"), "--port", "0", "--host", "Shop.Test",
      "--host", "other.test",
    ])
    for (host, status) in [("shop.test", 200), ("other.test:1", 200), ("evil.example", 403)] {
      var request = URLRequest(url: store.appendingPathComponent(".well-known/jwks.json"))
      request.setValue(host, forHTTPHeaderField: "Host")
      let (_, answer) = try await URLSession.shared.data(for: request)
      #expect((answer as? HTTPURLResponse)?.statusCode == status, "\(host)")
    }
    _ = try await program.end(by: SIGTERM)
  }

  @Test func onlyOneStoreAtATimeCanUseAFolder() async throws {
    let sold = try await SoldOrder()
    let nothing = """
      {"version": {"major": 4}, "products": [], "nonRenewingSubscriptions": [], "subscriptionGroups": []}
      """
    let catalog = try sold.folder.write("empty.storekit", nothing)
    let second = try await causeway(
      "store", "serve", "--catalog", catalog, "--data", sold.folder.path("store"), "--port", "0")
    #expect(second.code == 1)
    #expect(second.output.isEmpty)
    #expect(second.error.contains("is open in another process"), "\(second.error)")
    _ = try await sold.end()
  }

  private static let secret = "a-secret-of-a-test-that-is-nowhere-else-0123456789"
}
#endif
