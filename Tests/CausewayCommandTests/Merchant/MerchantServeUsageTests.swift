#if os(Linux)
import Foundation
import Testing

@testable import CausewayCommand
@testable import CausewayTool
@testable import OnsideMerchantCommand

/// The command-line options of `causeway merchant serve`.
@MainActor @Suite("The options of causeway merchant serve") struct MerchantServeUsageTests {
  private static let complete = [
    "--merchant-id", "shop", "--key-id", "1", "--store", "http://127.0.0.1:8080", "--app", "com.example.newsstand",
  ]
  private static let secret = "a-secret-of-32-bytes-nobody-sees"

  private func options(
    _ words: [String], environment: [String: String] = [MerchantOptions.secretVariable: secret]
  ) throws -> MerchantServeOptions {
    try MerchantServeOptions(Arguments(words, for: MerchantServeCommand.specification), environment: environment)
  }

  @Test func theSecretIsReadOnlyFromTheEnvironment() throws {
    #expect(throws: UsageError.self) { try options(Self.complete, environment: [:]) }
    #expect(throws: UsageError.self) {
      try options(Self.complete, environment: [MerchantOptions.secretVariable: ""])
    }
    _ = try options(Self.complete)
    for name in ["--secret", "--merchant-secret"] {
      let error = #expect(throws: UsageError.self) { try options(Self.complete + ["\(name)=\(Self.secret)"]) }
      #expect(error?.description.contains(Self.secret) == false)
    }
  }

  @Test func descriptionsOfTheOptionsDoNotContainTheSecret() throws {
    let password = "a-password-that-nobody-sees"
    let options = try options(Self.complete + ["--ledger", "postgresql://ledger:\(password)@db.example/shop"])
    var dumped = ""
    dump(options, to: &dumped)
    for text in ["\(options)", String(reflecting: options), dumped] {
      #expect(!text.contains(Self.secret) && !text.contains(password), "\(text)")
    }
  }

  @Test(arguments: ["--merchant-id", "--key-id", "--store", "--app"])
  func eachOfTheseOptionsIsRequired(_ name: String) throws {
    var words = Self.complete
    let place = try #require(words.firstIndex(of: name))
    words.removeSubrange(place...(place + 1))
    let error = #expect(throws: UsageError.self) { try options(words) }
    #expect(error?.description.contains("\(name) ") == true)
  }

  @Test(arguments: [
    ["--port", "65536"], ["--port", "-1"], ["--confirm", "sometimes"], ["--jwks", "/nowhere/keys.json"],
    ["--jwks", "http://shop.example/jwks.json"], ["--jwks", "ftp://127.0.0.1/jwks.json"],
  ])
  func theErrorForAnInvalidOptionNamesItsValue(_ words: [String]) {
    let error = #expect(throws: UsageError.self) { try options(Self.complete + words) }
    #expect(error?.description.contains(words[1]) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["shop.example", "ftp://shop.example", "http://", "http://shop.example"])
  func aStoreThatIsNeitherHTTPSNorOnThisMachineIsRefused(_ store: String) throws {
    let words = Self.complete.map { $0 == "http://127.0.0.1:8080" ? store : $0 }
    let error = #expect(throws: UsageError.self) { try options(words) }
    #expect(error?.description.contains("--store \(store): ") == true)
  }

  @Test(
    arguments: ["--store", "--jwks"],
    ["https://ada:opensesame@shop.example", "https://ada:open sesame@[/", "https:/ada:opensesame@h"])
  func aPasswordInAnAddressIsNotRepeated(_ name: String, _ address: String) throws {
    let words =
      name == "--store" ? Self.complete.filter { !["--store", "http://127.0.0.1:8080"].contains($0) } : Self.complete
    let error = #expect(throws: UsageError.self) { try options(words + [name, address]) }
    #expect(error?.description.contains("\(name): ") == true)
    #expect(error?.description.contains("sesame") == false)
  }

  @Test(arguments: ["0.0.0.0", "::", "192.168.1.20", "10.0.2.2"])
  func anAddressOfAnotherMachineRequiresAClientsSecret(_ address: String) throws {
    let environment = [MerchantOptions.secretVariable: Self.secret]
    let error = #expect(throws: UsageError.self) {
      try options(Self.complete + ["--address", address], environment: environment)
    }
    #expect(error?.description.contains("--address \(address): ") == true)
    #expect(error?.description.contains("CAUSEWAY_CLIENT_SECRET") == true)
    let client = "a-client's-secret-nobody-sees-01"
    let complete = try options(
      Self.complete + ["--address", address],
      environment: environment.merging(["CAUSEWAY_CLIENT_SECRET": client]) { $1 })
    var dumped = ""
    dump(complete, to: &dumped)
    #expect(!dumped.contains(client))
    let short = #expect(throws: UsageError.self) {
      try options(
        Self.complete, environment: environment.merging(["CAUSEWAY_CLIENT_SECRET": String(client.dropLast())]) { $1 })
    }
    #expect(short?.description.contains("CAUSEWAY_CLIENT_SECRET: it is shorter than 32 bytes") == true)
    #expect(short?.description.contains(client.dropLast()) == false)
  }

  /// The name after `--host` is the name of a proxy. The server listens only on this machine, but the clients of the
  /// proxy can be on other machines, so the server needs a client's secret.
  @Test(arguments: ["shop.example", "localhost.example", "host.docker.internal", "192.168.1.20", "10.0.2.2", "127.1"])
  func aHostNameOfAnotherMachineRequiresAClientsSecret(_ name: String) throws {
    let environment = [MerchantOptions.secretVariable: Self.secret]
    for words in [["--host", name], ["--host", "localhost", "--host", name], ["--address", "::1", "--host", name]] {
      let error = #expect(throws: UsageError.self) { try options(Self.complete + words, environment: environment) }
      #expect(error?.description.contains("--host \(name): ") == true, "\(String(describing: error))")
      #expect(error?.advice.contains { $0.contains("CAUSEWAY_CLIENT_SECRET") } == true)
      let client = ["CAUSEWAY_CLIENT_SECRET": "a-client's-secret-nobody-sees-01"]
      _ = try options(Self.complete + words, environment: environment.merging(client) { $1 })
    }
  }

  @Test(arguments: ["localhost", "LocalHost", "shop.localhost", "127.0.0.1", "127.0.0.2"])
  func aHostNameOfThisMachineRequiresNoSecret(_ name: String) throws {
    #expect(try options(Self.complete + ["--host", name]).endpoint.hosts == [name])
  }

  @Test func theAdviceAboutAnAddressIsOnASeparateLine() async throws {
    let result = try await causeway(
      ["merchant", "serve"] + Self.complete + ["--address", "0.0.0.0"],
      environment: [MerchantOptions.secretVariable: Self.secret])
    #expect(result.code == 2)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 2, "\(result.error)")
    #expect(lines.first?.hasPrefix("causeway: --address 0.0.0.0: ") == true, "\(result.error)")
    #expect(lines.last?.contains("CAUSEWAY_CLIENT_SECRET") == true, "\(result.error)")
    #expect(!result.error.contains("⟨"), "\(result.error)")
  }

  @Test(arguments: [
    "", " ", "a-client's secret-nobody-sees-012", "a-client's-secret-nobody-sees-01\n",
    "a-client's-secret-nobody-sees-01\t", "a-client's-secret-nobody-sees-\u{1}1",
    "a-client's-secret-nobody-sees-0\u{7F}",
    "a-client's-secret-nobody-sees\u{A0}", "a-client's-secret-nobody-sees-ö",
  ])
  func aClientsSecretThatNoHeaderCanMatchIsRefused(_ client: String) {
    let error = #expect(throws: UsageError.self) {
      try options(
        Self.complete, environment: [MerchantOptions.secretVariable: Self.secret, "CAUSEWAY_CLIENT_SECRET": client])
    }
    #expect(error?.description.hasPrefix("CAUSEWAY_CLIENT_SECRET: ") == true)
    if client.count > 1 { #expect(error?.description.contains(client) == false) }
  }

  @Test(arguments: [
    ["--address", "shop.example"], ["--address", "127.1"], ["--host", "shop.test:80"], ["--host", "a/b"],
  ])
  func addressesMustBeNumericAndHostsMustBeNames(_ words: [String]) {
    let error = #expect(throws: UsageError.self) { try options(Self.complete + words) }
    #expect(error?.description.contains("\(words[0]) \(words[1]): ") == true, "\(String(describing: error))")
  }

  @Test func theLedgerIsAFileOrADatabaseURL() throws {
    #expect(try options(Self.complete).ledger == .temporary)
    #expect(try options(Self.complete + ["--ledger", "/l.sqlite"]).ledger == .file(URL(fileURLWithPath: "/l.sqlite")))
    for text in ["host=db.example password=\(Self.secret)", "dbname=shop", "/nonexistent/folder/l.sqlite"] {
      let error = #expect(throws: UsageError.self) { try options(Self.complete + ["--ledger", text]) }
      #expect(error?.description.contains("--ledger") == true && error?.description.contains(Self.secret) == false)
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a=b-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }  // A file that remains does not affect other tests.
    #expect(try options(Self.complete + ["--ledger", file.path]).ledger == .file(file))
    for address in ["postgresql://ledger@db.example/shop", "postgres:///shop"] {
      #expect(try options(Self.complete + ["--ledger", address]).ledger == .postgreSQL(address))
    }
  }
}
#endif
