import Causeway
import CausewayJSON
import CausewayTesting
import Testing

@testable import BitcoinLink

/// Messages that real pages send although the published interface specifies something else.
@MainActor @Suite("Messages of real clients") struct RealClientTests {
  private let wallet = TestWallet()
  private static let send: JSONObject = ["to": "0xabc", "protocol": "ETH", "value": "1"]
  private static let token: JSONObject = [
    "name": "Coin", "symbol": "C", "decimals": 2, "initialSupply": "100", "tokenReceiverAddress": "simpleledger:q",
  ]

  /// Returns the reply to one message.
  private func reply(_ command: LinkCommand, _ data: JSONValue?) async throws -> JSONValue {
    var message: JSONObject = ["messageId": "m", "command": .string(command.rawValue)]
    message["data"] = data
    return try await reply(to: .object(message))
  }

  /// Returns the reply to a body, which may be JSON text.
  private func reply(to body: JSONValue) async throws -> JSONValue {
    let bridge = Bridge()
    bridge.install(WalletLink(provider: wallet).dialect(for: .ios))
    let page = InMemoryPage(bridge)
    guard case .resolved(let reply?) = await page.request("link", body) else {
      throw LinkError(.requestTimeout, "There was no reply.")
    }
    #expect(page.violations.isEmpty)
    return reply
  }

  /// Returns the error's type; nil for success.
  private func type(_ command: LinkCommand, _ data: JSONValue?) async throws -> String? {
    try await reply(command, data)["error"]?["type"]?.stringValue
  }

  private static func changed(_ data: JSONObject, _ key: String, _ value: JSONValue?) -> JSONValue {
    var object = data
    object[key] = value
    return .object(object)
  }

  /// Returns the amount in the last prompt, and checks that exactly this amount was sent.
  private func promptedAndSent() -> String? {
    let prompted = wallet.prompts.last?.rows.first { $0.label == "value" }
    #expect(prompted?.value == wallet.sent.last?.value.text)
    #expect(prompted?.value == prompted?.raw)
    return prompted?.value
  }

  @Test(
    arguments: [
      (1, "1"), (0.5, "0.5"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"), (546 * 0.00000001, "0.00000546"),
      (1e-7, "0.0000001"), (1e-8, "0.00000001"), (123_456.789, "123456.789"), (1e21, "1000000000000000000000"),
      (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_994, "9007199254740994"),
      (18_446_744_073_709_551_616, "18446744073709552000"),
    ] as [(Double, String)])
  func aNumericValueIsShownAndSentAsItsShortestDecimal(_ number: Double, _ text: String) async throws {
    #expect(try await type(.sendAssets, Self.changed(Self.send, "value", .number(number))) == nil)
    #expect(promptedAndSent() == text)
    #expect(Double(text) == number)
  }

  @Test(arguments: [
    ("1e-7", "0.0000001"), ("1E-7", "0.0000001"), ("5.46e-6", "0.00000546"), ("1e+21", "1000000000000000000000"),
    ("1e3", "1000"), ("1.50e2", "150"), ("1.5e0", "1.5"), ("12.345e1", "123.45"), ("0.5e1", "5"),
    ("1e-07", "0.0000001"),
    ("120e-1", "12"),
  ])
  func aValueWithAnExponentIsShownAndSentAsAPlainDecimal(_ text: String, _ plain: String) async throws {
    #expect(try await type(.sendAssets, Self.changed(Self.send, "value", .string(text))) == nil)
    #expect(promptedAndSent() == plain)
  }

  @Test(arguments: [
    -1, -0.5, -1e-300, 1e300, 1e-300, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude, 1e128, -.infinity,
    .infinity, .nan,
  ])
  func aNegativeInfiniteOrTooLongNumberIsRefused(_ number: Double) async throws {
    #expect(try await type(.sendAssets, Self.changed(Self.send, "value", .number(number))) == "MALFORMED_INPUT")
    #expect(wallet.calls.isEmpty)
  }

  @Test(arguments: [0, -0.0] as [JSONValue])
  func aNumericValueOfZeroIsRefused(_ value: JSONValue) async throws {
    let error = try await reply(.sendAssets, Self.changed(Self.send, "value", value))["error"]
    #expect(error?["description"] == "\"value\" is zero, and must be greater than zero.")
    #expect(wallet.calls.isEmpty)
  }

  @Test(arguments: [
    "0e0", "0e5", "0.00e-3", "1e400", "1e-400", "1e99999", "1e-99999", "1e18446744073709551616", "-1e3", "+1e3", "1e",
    "e5",
    "1e+", "1e-", "1e--1", "1e1.5", "1e5e5", "1.e5", ".5e1", "01e5", "1 e5", "1e 5", "1e٥", "0x1p3", "1d5",
    "1e5\u{FFFD}",
  ])
  func aZeroHugeOrMalformedValueWithAnExponentIsRefused(_ text: String) async throws {
    #expect(try await type(.sendAssets, Self.changed(Self.send, "value", .string(text))) == "MALFORMED_INPUT")
    #expect(wallet.calls.isEmpty)
  }

  @Test(arguments: [true, [], ["1"], [:], ["valueOf": 1], .null, nil] as [JSONValue?])
  func aValueThatIsNeitherNumberNorTextIsRefused(_ value: JSONValue?) async throws {
    #expect(try await type(.sendAssets, Self.changed(Self.send, "value", value)) == "MALFORMED_INPUT")
    #expect(wallet.calls.isEmpty)
  }

  /// The text of a message is JSON, and JavaScript reads its numbers as doubles. The prompt must show the amount that
  /// is sent.
  @Test(arguments: [
    ("9007199254740993", "9007199254740992"), ("0.1000000000000000055511151231257827", "0.1"), ("1E2", "100"),
    ("1e-7", "0.0000001"), ("1.0", "1"),
  ])
  func aNumberInJSONTextIsReadAsADouble(_ number: String, _ text: String) async throws {
    let body = """
      {"messageId":"m","command":"sendAssets","data":{"to":"0xabc","protocol":"ETH","value":\(number)}}
      """
    #expect(try await reply(to: .string(body))["data"] != nil)
    #expect(promptedAndSent() == text)
  }

  @Test func aNumberInJSONTextThatNoDoubleHoldsIsRefused() async throws {
    let body = #"{"messageId":"m","command":"sendAssets","data":{"to":"0xabc","protocol":"ETH","value":1e400}}"#
    let bridge = Bridge()
    bridge.install(WalletLink(provider: wallet).dialect(for: .ios))
    let outcome = await InMemoryPage(bridge).request("link", .string(body))
    guard case .rejected(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(error?["type"] == "MALFORMED_INPUT")
    #expect(wallet.calls.isEmpty)
  }

  @Test(
    arguments: [
      ("BCH", "0.123456789", 9), ("BTC", "1e-9", 9), ("BCH", .number(0.1 + 0.2), 17),
      ("ETH", "0.0000000000000000001", 19), ("ETH", 1e-19, 19),
    ] as [(String, JSONValue, Int)])
  func tooManyDecimalPlacesAreRefusedWithTheAssetsNumberOfPlaces(
    _ protocol: String, _ value: JSONValue, _ places: Int
  ) async throws {
    var data = Self.send
    data["protocol"] = .string(`protocol`)
    let error = try await reply(.sendAssets, Self.changed(data, "value", value))["error"]
    #expect(error?["type"] == "MALFORMED_INPUT")
    let text = error?["description"]?.stringValue ?? ""
    #expect(text.hasPrefix("\"value\" has \(places) decimal places, but the asset has "), "\(text)")
    #expect(wallet.calls.isEmpty)
  }

  @Test(arguments: [
    ("BCH", "0.12345678"), ("BCH", "0.1234567800000"), ("ETH", "0.000000000000000001"), ("BTC", "1e-8"),
  ])
  func asManyDecimalPlacesAsTheAssetHasAreAccepted(_ protocol: String, _ value: String) async throws {
    var data = Self.send
    data["protocol"] = .string(`protocol`)
    #expect(try await type(.sendAssets, Self.changed(data, "value", .string(value))) == nil)
    #expect(wallet.sent.count == 1)
  }

  @Test func aSupplyWithMoreDecimalPlacesThanTheTokenIsRefused() async throws {
    for supply in ["0.001", 0.001, "1e-3"] as [JSONValue] {
      let error = try await reply(.createToken, Self.changed(Self.token, "initialSupply", supply))["error"]
      #expect(error?["description"] == "\"initialSupply\" has 3 decimal places, but \"decimals\" is 2.")
    }
    for supply in ["0.01", 0.01, "1e-2", "1.000"] as [JSONValue] {
      #expect(try await type(.createToken, Self.changed(Self.token, "initialSupply", supply)) == nil)
    }
  }

  @Test func decimalsMayBeCanonicalText() async throws {
    for (text, decimals) in [("0", 0), ("2", 2), ("255", 255)] {
      #expect(try await type(.createToken, Self.changed(Self.token, "decimals", .string(text))) == nil)
      #expect(wallet.tokens.last?.decimals == decimals)
      #expect(wallet.prompts.last?.rows.first { $0.label == "decimals" }?.value == text)
    }
    wallet.calls = []
    for text in [
      "", " 2", "2 ", "02", "+2", "-0", "-1", "2.0", "2e0", "256", "0x2", "٢", "two", "18446744073709551618",
    ] {
      #expect(
        try await type(.createToken, Self.changed(Self.token, "decimals", .string(text))) == "MALFORMED_INPUT",
        "\(text)")
    }
    #expect(wallet.calls.isEmpty)
  }

  /// Doubles of every magnitude, except those whose text is too long. The generator gives the same numbers in each run.
  @Test func everyNumberReadsBackAsTheSameNumberAndHasNoExponent() throws {
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    var accepted = 0
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: state & 0x7FFF_FFFF_FFFF_FFFF)
      guard let amount = Amount(number) else { continue }
      accepted += 1
      #expect(Double(amount.text) == number)
      #expect(Amount(amount.text) == amount, "the text is the plain form")
      #expect(amount.text.utf8.allSatisfy { "0123456789.".utf8.contains($0) } && amount.text.utf8.count <= 128)
    }
    #expect(accepted > 2000)
  }

  @Test func trailingZerosDoNotCountAsDecimalPlaces() {
    for (text, decimals) in [("1", 0), ("10", 0), ("1.0", 0), ("0.10", 1), ("0.001", 3), ("100.05", 2), ("1e-7", 7)] {
      #expect(Amount(text)?.decimals == decimals, "\(text)")
    }
  }
}
