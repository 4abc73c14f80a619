#if os(Linux)
import ProgramTestSupport
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

/// The output and the exit codes of the publisher's commands after an error.
@Suite("Refusals of causeway merchant", .timeLimit(.minutes(10))) struct MerchantRefusalTests {
  /// Returns the error code in the command's JSON. Also checks that the title is a sentence, and that there are no
  /// transactions.
  private func refusal(_ result: ProgramResult) throws -> String? {
    let json = try JSONValue(parsing: Array(result.output.utf8))
    #expect(json["title"]?.stringValue?.hasSuffix(".") == true)
    #expect(json["transactions"] == nil)
    return json["code"]?.stringValue
  }

  private func history(_ store: PublishersStore, _ options: String...) async throws -> ProgramResult {
    try await causeway(
      ["merchant", "history", PublishersStore.order.uuidString] + store.merchant + options,
      environment: PublishersStore.environment)
  }

  // MARK: --json

  @Test("verify --json reports a refusal as JSON") func verifyJSON() async throws {
    let folder = try Folder()
    let keys = try folder.write("keys.json", PublishersStore.keys.json.json)
    let stranger = try SigningKey.generate(.es256, keyID: "store-1")
    let file = try folder.write("history.jws", try PublishersStore.history(by: stranger))
    let result = try await causeway("merchant", "verify", file, "--jwks", keys, "--json")
    #expect(result.code == 1)
    #expect(try refusal(result) == "wrong_signature")
    #expect(result.error.contains("the store did not sign the history"))
    let noKeys = try await causeway("merchant", "verify", file, "--jwks", try folder.write("x.json", "{}"), "--json")
    #expect(noKeys.code == 1)
    #expect(try refusal(noKeys) == "keys_unavailable")
  }

  @Test("history --json reports a refusal as JSON") func historyJSON() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    let result = try await history(store, "--json")
    #expect(result.code == 1)
    #expect(try refusal(result) == "merchant_api_unknown_order")
    await store.stop()
    let other = try PublishersStore(
      history: PublishersStore.answer(try PublishersStore.history(by: .generate(.es256, keyID: "store-2"))))
    #expect(try refusal(try await history(other, "--json")) == "unknown_key_id")
    await other.stop()
  }

  // MARK: Exit codes

  @Test("The exit code for a file that cannot be read is 2, as in the help text", arguments: [["--json"], []])
  func unreadable(options: [String]) async throws {
    let folder = try Folder()
    let keys = try folder.write("keys.json", PublishersStore.keys.json.json)
    let file = try folder.write("history.jws", try PublishersStore.history())
    for words in [[folder.path("nothing"), "--jwks", keys], [file, "--jwks", folder.path("nothing")]] {
      let result = try await causeway(["merchant", "verify"] + words + options)
      #expect(result.code == 2)
      #expect(result.output.isEmpty)
      #expect(result.error.contains(folder.path("nothing")))
    }
    let help = try await causeway("merchant", "verify", "--help").output
    #expect(help.contains("2  the command's arguments are wrong, or a file cannot be read"))
  }

  @Test("The exit code of history --jws is 1 if the history violates the schema") func violations() async throws {
    let jws = try PublishersStore.history(["price": "4.99"])
    let store = try PublishersStore(history: PublishersStore.answer(jws))
    let result = try await history(store, "--jws")
    #expect(result.output == jws + "\n")
    #expect(result.error.contains("transactions[0].price"))
    #expect(result.code == 1)
    await store.stop()
    let proper = try PublishersStore(history: PublishersStore.answer(try PublishersStore.history()))
    #expect(try await history(proper, "--jws").code == 0)
    await proper.stop()
  }

  // MARK: The connection to the store

  @Test("Requests to this machine bypass the proxy") func proxy() async throws {
    let store = try PublishersStore(history: PublishersStore.answer(try PublishersStore.history()))
    let (requests, request) = AsyncStream.makeStream(of: String.self)
    let proxy = HTTPServer {
      request.yield($0[field: "Authorization"] ?? "")
      return HTTPResponse(502)
    }
    let address = try proxy.start().absoluteString
    let environment = ["http_proxy": address, "ALL_PROXY": address, "no_proxy": "", "NO_PROXY": ""]
    let result = try await causeway(
      ["merchant", "history", PublishersStore.order.uuidString] + store.merchant,
      environment: PublishersStore.environment.merging(environment) { _, new in new })
    #expect(result.code == 0, "\(result.error)")
    await proxy.stop()
    request.finish()
    for await token in requests { Issue.record("a request \(token.isEmpty ? "without" : "with") a token to the proxy") }
    await store.stop()
  }
}
#endif
