#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayTool
@testable import OnsideMerchantCommand

/// The configuration file of `causeway-merchant serve`.
@MainActor @Suite("The configuration file of causeway-merchant serve") struct ConfigurationTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    _ = try folder.write("merchant-secret", "a-merchant-secret-that-nobody-sees\n")
    _ = try folder.write("client-secret", "a-client's-secret-that-nobody-sees\n")
  }

  /// A complete configuration. `%` is the folder.
  private static let complete = """
    {"listen": {"address": "127.0.0.1", "port": 0, "hosts": ["shop.example"], "base_path": "/a/b",
                "trusted_proxies": ["10.0.0.0/8", "::1"]},
     "merchant": {"id": "m", "keys": [{"id": "k1", "secret": {"file": "%/merchant-secret"}},
                                      {"id": "k2", "secret": {"environment": "SECOND", "encoding": "base64"}}]},
     "store": {"url": "https://store.example", "jwks": ["https://store.example/a", "https://store.example/b"],
               "confirm": "new", "timeout_seconds": 5},
     "apps": ["com.example.shop"], "ledger": {"file": "%/ledger.sqlite"},
     "clients": [{"name": "shop", "secret": {"credential": "client-secret"}}], "site": "%",
     "sweep": {"requests_per_second": 0.5}, "notifications": true,
     "events": {"url": "https://shop.example/events", "secrets": [{"secret": {"file": "%/client-secret"}},
                                                                  {"secret": {"file": "%/merchant-secret"}}]},
     "log": {"format": "json", "level": "warning"},
     "limits": {"body_bytes": 65536, "header_bytes": 8192, "requests": 8, "connections": 16},
     "stop_timeout_seconds": 3}
    """

  private func options(
    _ text: String, _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> MerchantServeOptions {
    let file = try folder.write("config.json", text.replacingOccurrences(of: "%", with: folder.root))
    let arguments = try Arguments(["--config", file] + words, for: MerchantServeCommand.specification)
    let usual = ["CREDENTIALS_DIRECTORY": folder.root, "SECOND": "c2Vjb25k"]
    return try MerchantServeOptions(arguments, environment: usual.merging(environment) { $1 })
  }

  /// Returns the lines of the error, without the first one, which names the file.
  private func mistakes(_ text: String, environment: [String: String] = [:]) -> [String] {
    let error = #expect(throws: ConfigurationError.self) { try options(text, environment: environment) }
    return error?.mistakes ?? []
  }

  @Test("Each member has its effect") func complete() throws {
    let options = try options(Self.complete)
    #expect(options.endpoint.basePath == ["a", "b"] && options.endpoint.hosts == ["shop.example"])
    #expect(options.credentials.map(\.keyID) == ["k1", "k2"])
    #expect(
      options.credentials.map { String(decoding: $0.secret.bytes, as: UTF8.self) } == [
        "a-merchant-secret-that-nobody-sees", "second",
      ])
    #expect(options.keys.sources.map(\.name) == ["https://store.example/a", "https://store.example/b"])
    #expect(options.confirm == .new && options.storeTimeout == .seconds(5) && options.stopTimeout == .seconds(3))
    #expect(options.endpoint.clients.client("Bearer a-client's-secret-that-nobody-sees") == "shop")
    #expect(options.log.format == .json && options.log.level == .warning)
    #expect(options.sweepRate == 0.5 && options.acceptsNotifications)
    #expect(options.events?.receiver.absoluteString == "https://shop.example/events")
    #expect(options.events?.secrets.count == 2)
    #expect(options.endpoint.limits.requests == 8 && options.endpoint.limits.headerBytes == 8192)
    #expect(options.ledger == .file(URL(fileURLWithPath: folder.path("ledger.sqlite"))))
    var dumped = ""
    dump(options, to: &dumped)
    #expect(!dumped.contains("nobody-sees"))
  }

  @Test("Options on the command line win over the file") func commandLine() throws {
    let options = try options(
      Self.complete,
      ["--port", "7", "--address", "::1", "--confirm", "never", "--app", "com.example.other", "--stop-timeout", "1"])
    #expect(options.endpoint.port == 7 && options.endpoint.address == "::1" && options.confirm == .never)
    #expect(options.apps == ["com.example.other"] && options.stopTimeout == .seconds(1))
    #expect(options.endpoint.basePath == ["a", "b"])
  }

  @Test("Every mistake is named with its path in the file") func everyMistake() throws {
    let mistakes = mistakes(
      """
      {"listen": {"address": "shop.example", "port": 65536, "hosts": ["a:1", 2], "base_path": "a/",
                  "trusted_proxies": ["10.0.0.1/8"], "prot": 1},
       "merchant": {"keys": [{"id": "k", "secret": "by value"}, {"secret": {"file": "relative"}},
                             {"id": "k", "secret": {"file": "/nowhere/secret"}}]},
       "store": {"url": "http://store.example", "jwks": ["/nowhere/keys.json"], "confirm": "allways", "timeout_seconds": 0},
       "apps": [], "ledger": {"file": "/nowhere/l.sqlite", "password": {"file": "/x"}},
       "clients": [{"name": "a", "secret": {"environment": "UNSET"}}, {"name": "a", "secret": {"environment": "SHORT"}}, 7],
       "sweep": {"requests_per_second": 0}, "notifications": "yes",
       "events": {"url": "ftp://shop.example", "secrets": [{"secret": {"environment": "SHORT"}}, {}]},
       "site": "/nowhere", "log": {"format": "xml", "level": 1},
       "limits": {"body_bytes": 1, "header_bytes": 0.5, "requests": 0, "connections": "many"},
       "stop_timeout_seconds": -1, "colour": true}
      """, environment: ["SHORT": "too short"])
    let expected = [
      "listen.address", "listen.port", "listen.hosts[0]", "listen.hosts[1]", "listen.base_path",
      "listen.trusted_proxies[0]", "listen.prot", "merchant.id", "merchant.keys[0].secret", "merchant.keys[1].id",
      "merchant.keys[1].secret.file", "merchant.keys[2].secret.file", "store.jwks[0]", "store.confirm",
      "store.timeout_seconds", "apps", "ledger.password", "ledger.file", "clients[0].secret.environment",
      "clients[1].name", "clients[1].secret", "clients[2]", "sweep.requests_per_second", "notifications", "events.url",
      "events.secrets[1].secret", "site", "log.format", "log.level", "limits.body_bytes",
      "limits.header_bytes", "limits.requests", "limits.connections", "stop_timeout_seconds", "colour",
    ]
    for path in expected {
      let isNamed = mistakes.contains { $0.hasPrefix("\(path): ") || $0.hasPrefix("\(path) ") }
      #expect(isNamed, "\(path) is not in \(mistakes.joined(separator: "\n"))")
    }
    #expect(mistakes.filter { $0.hasPrefix("apps:") }.count == 1)
    #expect(!mistakes.joined().contains("by value") && !mistakes.joined().contains("too short"))
    #expect(mistakes.contains { $0.contains("did you mean port?") })
    #expect(mistakes.contains { $0.contains("did you mean always?") })
  }

  @Test(
    "A file that is not a JSON object is refused with its place",
    arguments: [
      ("", "not JSON"), ("{\"apps\": [}", "line 1"), ("[]", "an object"),
      ("{\"apps\": [\"a\"], \"apps\": [\"b\"]}", "not JSON"),
    ])
  func notAnObject(_ text: String, _ reason: String) {
    #expect(mistakes(text).contains { $0.contains(reason) })
  }

  @Test(
    "Events need a secure receiver and a secret of at least 32 bytes",
    arguments: [
      ("https://shop.example", "SHORT", "events.secrets[0].secret"), ("http://shop.example", "LONG", "events.url"),
    ])
  func events(_ url: String, _ variable: String, _ place: String) {
    let events = "\"events\": {\"url\": \"\(url)\", \"secrets\": [{\"secret\": {\"environment\": \"\(variable)\"}}]}"
    let text = """
      {"merchant": {"id": "m", "keys": [{"id": "k", "secret": {"file": "%/merchant-secret"}}]}, \(events),
       "store": {"url": "https://store.example"}, "apps": ["a"], "ledger": {"file": "%/l.sqlite"}}
      """
    let mistakes = mistakes(
      text, environment: ["SHORT": "too short", "LONG": String(repeating: "a", count: 32)])
    #expect(mistakes.count == 1 && mistakes.first?.hasPrefix("\(place): ") == true, "\(mistakes)")
    #expect(!mistakes.joined().contains("too short"))
  }

  @Test("Each mistake about events is named, whatever else is wrong")
  func eventsTogether() {
    let mistakes = mistakes(
      """
      {"merchant": {"id": "m", "keys": [{"id": "k", "secret": {"file": "%/merchant-secret"}}]},
       "store": {"url": "https://store.example"}, "apps": ["a"], "ledger": {"file": "%/l.sqlite"},
       "events": {"url": "http://shop.example", "secrets": [{"secret": {"environment": "NONE"}},
                                                            {"secret": {"environment": "SHORT"}}]}}
      """, environment: ["SHORT": "too short"])
    #expect(
      mistakes.map { $0.prefix { $0 != ":" } } == [
        "events.url", "events.secrets[0].secret.environment", "events.secrets[1].secret",
      ], "\(mistakes)")
  }

  @Test("The values of the package's example, and apps that cannot be right, are mistakes")
  func examples() {
    let mistakes = mistakes(
      """
      {"merchant": {"id": "MERCHANT_ID", "keys": [{"id": "KEY_ID", "secret": {"file": "%/merchant-secret"}}]},
       "store": {"url": "https://store.example"}, "apps": ["a.b", "a.b", "not an id"], "ledger": {"file": "%/l.sqlite"}}
      """)
    #expect(
      mistakes.map { $0.prefix { $0 != ":" } } == ["merchant.id", "merchant.keys[0].id", "apps[1]", "apps[2]"],
      "\(mistakes)")
  }

  @Test("A wrong name or id does not hide the mistakes of the secret beside it") func besideWrongName() {
    let mistakes = mistakes(
      """
      {"merchant": {"id": "m", "keys": [{"id": 5, "secret": {"environment": "NONE"}}]},
       "store": {"url": "https://store.example"}, "apps": ["a"], "ledger": {"file": "%/l.sqlite"},
       "clients": [{"name": 1, "secret": {"environment": "NONE"}}, {"name": "", "secret": {"credential": "none"}}]}
      """)
    #expect(
      Set(mistakes.map { String($0.prefix { $0 != ":" }) }) == [
        "merchant.keys[0].id", "merchant.keys[0].secret.environment", "clients[0].name",
        "clients[0].secret.environment", "clients[1].name", "clients[1].secret.credential",
      ], "\(mistakes)")
    #expect(mistakes.count == 6)
  }

  @Test("Of a ledger with a file and a database, the choice and the folder are mistakes") func bothLedgers() {
    let mistakes = mistakes(
      """
      {"merchant": {"id": "m", "keys": [{"id": "k", "secret": {"file": "%/merchant-secret"}}]},
       "store": {"url": "https://store.example"}, "apps": ["a"],
       "ledger": {"file": "/nowhere/l.sqlite", "postgresql": "postgresql://db.example/shop",
                  "password": {"file": "%/merchant-secret"}}}
      """)
    #expect(mistakes.map { $0.prefix { $0 != ":" && $0 != " " } } == ["ledger", "ledger.file"], "\(mistakes)")
  }

  @Test("A member with mistakes is not reported as missing") func present() {
    let mistakes = mistakes(
      """
      {"merchant": {"id": "", "keys": [{"id": "k"}]}, "store": "https://store.example", "apps": ["a"],
       "ledger": {"file": "%/l.sqlite"}}
      """)
    #expect(
      mistakes.map { $0.prefix { $0 != ":" } } == ["merchant.id", "merchant.keys[0].secret", "store"], "\(mistakes)")
    #expect(self.mistakes("[]").count == 1)
  }

  @Test("The missing members are named") func missing() {
    let mistakes = mistakes("{}")
    for path in ["merchant", "store.url", "apps", "ledger"] {
      #expect(mistakes.contains { $0.hasPrefix("\(path): it is missing") }, "\(mistakes)")
    }
  }

  @Test(
    "Without a client's secret, each way for other machines is a mistake",
    arguments: [
      ("\"address\": \"0.0.0.0\"", "listen.address"), ("\"address\": \"::\"", "listen.address"),
      ("\"hosts\": [\"localhost\", \"shop.example\"]", "listen.hosts[1]"),
      ("\"trusted_proxies\": [\"127.0.0.1\"]", "listen.trusted_proxies[0]"),
    ])
  func reachable(_ member: String, _ path: String) {
    let text = """
      {"listen": {\(member)}, "merchant": {"id": "m", "keys": [{"id": "k", "secret": {"file": "%/merchant-secret"}}]},
       "store": {"url": "https://store.example"}, "apps": ["a"], "ledger": {"file": "%/l.sqlite"}}
      """
    let mistakes = mistakes(text)
    #expect(mistakes.count == 1 && mistakes.first?.hasPrefix("\(path): ") == true, "\(mistakes)")
    #expect(mistakes.first?.contains("clients") == true)
  }

  @Test(
    "A password in the database's address is refused and not repeated",
    arguments: [
      "postgresql://shop:opensesame@db/shop", "postgresql://shop@db/shop?password=opensesame",
    ])
  func password(_ address: String) {
    let text = Self.complete.replacingOccurrences(
      of: "{\"file\": \"%/ledger.sqlite\"}", with: "{\"postgresql\": \"\(address)\"}")
    let mistakes = mistakes(text)
    #expect(mistakes.count == 1 && mistakes.first?.hasPrefix("ledger.postgresql: a password") == true, "\(mistakes)")
    #expect(mistakes.first?.contains("opensesame") == false)
  }

  @Test("The database's password comes from its own place") func separatePassword() throws {
    let ledger = "{\"postgresql\": \"postgresql://shop@db/shop\", \"password\": {\"file\": \"%/client-secret\"}}"
    let text = Self.complete.replacingOccurrences(of: "{\"file\": \"%/ledger.sqlite\"}", with: ledger)
    #expect(
      try options(text).ledger
        == .postgreSQL("postgresql://shop@db/shop", password: "a-client's-secret-that-nobody-sees"))
  }

  @Test("check-config prints the mistakes, and can leave the secrets out") func checkConfig() async throws {
    let file = try folder.write("config.json", Self.complete.replacingOccurrences(of: "%", with: folder.root))
    func check(_ words: String...) async throws -> ProgramResult {
      try await run(
        "causeway-merchant", ["check-config", file] + words, display: nil,
        environment: ["CREDENTIALS_DIRECTORY": "", "SECOND": "c2Vjb25k"])
    }
    let mistake = try await check()
    #expect(mistake.code == 2 && mistake.error.contains("config.json: 1 mistake\n"), "\(mistake.error)")
    #expect(mistake.error.contains("  clients[0].secret.credential: CREDENTIALS_DIRECTORY is not set"))
    let correct = try await check("--without-secrets")
    #expect(correct.code == 0 && correct.output == "\(file): no mistakes\n", "\(correct.error)")
  }

  @Test("The guide for operators describes every member") func guide() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(contentsOf: root.appendingPathComponent("docs/operating.md"), encoding: .utf8)
    for (path, names) in ServeConfiguration.members {
      for name in names {
        let member = path.isEmpty ? name : "\(path).\(name)"
        let isParent = ServeConfiguration.members.contains { $0.key == member || $0.key == "\(member)[]" }
        #expect(isParent || guide.contains("| `\(member)` |"), "\(member) is missing")
      }
    }
  }
}
#endif
