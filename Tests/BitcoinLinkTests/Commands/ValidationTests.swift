import Causeway
import CausewayJSON
import CausewayTesting
import Testing

@testable import BitcoinLink

/// The checks that a command must pass before the user sees a prompt.
@MainActor @Suite("Validation before the prompt") struct ValidationTests {
  private let wallet = TestWallet()

  /// Returns the error type of a command's answer; nil for success.
  private func type(_ command: LinkCommand, _ data: JSONValue?) async -> String? {
    let bridge = Bridge()
    bridge.install(WalletLink(provider: wallet).dialect(for: .ios))
    let page = InMemoryPage(bridge)
    var message: JSONObject = ["messageId": "m", "command": .string(command.rawValue)]
    message["data"] = data
    guard case .resolved(let reply?) = await page.request("link", .object(message)) else {
      Issue.record("The command got no reply")
      return nil
    }
    #expect(page.violations.isEmpty)
    #expect((reply["data"] == nil) != (reply["error"] == nil))
    if let description = reply["error"]?["description"]?.stringValue { #expect(description.hasSuffix(".")) }
    return reply["error"]?["type"]?.stringValue
  }

  private static let send: JSONValue = ["to": "bitcoincash:q", "protocol": "BCH", "value": "1"]
  private static let token: JSONValue = [
    "name": "Coin", "symbol": "C", "decimals": 2, "initialSupply": "100", "tokenReceiverAddress": "simpleledger:q",
  ]
  private static let sign: JSONValue = ["address": "0xabc", "message": "hello", "signType": "personal_sign"]

  private static func changed(_ data: JSONValue, _ key: String, _ value: JSONValue?) -> JSONValue {
    var object = data.objectValue ?? [:]
    object[key] = value
    return .object(object)
  }

  @Test(arguments: ["0.000123", "1", "21000000", "0.10", "1000000000000000000000000000000.000000000000000000001"])
  func plainDecimalsAreAmounts(_ text: String) {
    #expect(Amount(text)?.text == text)
    #expect(Amount(text)?.isZero == false)
  }

  @Test(arguments: [
    "", " ", "1 ", " 1", "+1", "-1", "1e", "e3", ".5", "5.", "1.2.3", "1,5", "1_000", "0x10", "NaN", "Infinity", "01",
    "00.5", "١", "1\u{0}", "1\u{301}", "½", String(repeating: "1", count: 129),
  ])
  func otherTextsAreRefusedAsAmounts(_ text: String) async {
    #expect(Amount(text) == nil)
    #expect(await type(.sendAssets, Self.changed(Self.send, "value", .string(text))) == "MALFORMED_INPUT")
    #expect(wallet.prompts.isEmpty)
  }

  @Test(arguments: ["0", "0.0", "0.000000000"]) func sendingAnAmountOfZeroIsRefused(_ text: String) async {
    #expect(Amount(text)?.isZero == true)
    #expect(await type(.sendAssets, Self.changed(Self.send, "value", .string(text))) == "MALFORMED_INPUT")
  }

  @Test(arguments: ["to", "protocol", "value"]) func requiredFieldsOfSendAssetsMustBeNonEmptyTexts(_ key: String) async
  {
    for value in [nil, .null, "", true, [], [:]] as [JSONValue?] {
      #expect(await type(.sendAssets, Self.changed(Self.send, key, value)) == "MALFORMED_INPUT", "\(key)")
    }
    #expect(await type(.sendAssets, Self.send) == nil)
  }

  /// Prompts show addresses and ids in full, so these must be short, and must not contain characters that look like
  /// other characters.
  @Test(arguments: [
    "q q", "q\u{202E}q", "q\u{200B}q", "q\nq", "qé", "ԛ", "q\u{0}", String(repeating: "q", count: 513),
  ])
  func addressesAndIdsMustBeShortPrintableASCII(_ text: String) async {
    let word = JSONValue.string(text)
    #expect(await type(.sendAssets, Self.changed(Self.send, "to", word)) == "MALFORMED_INPUT")
    #expect(await type(.sendAssets, Self.changed(Self.send, "assetId", word)) == "MALFORMED_INPUT")
    #expect(await type(.sendAssets, Self.changed(Self.send, "protocol", word)) == "MALFORMED_INPUT")
    #expect(await type(.getAddress, ["protocol": word]) == "MALFORMED_INPUT")
    #expect(await type(.requestWeb3Sign, Self.changed(Self.sign, "address", word)) == "MALFORMED_INPUT")
    for key in ["tokenReceiverAddress", "batonReceiverAddress", "documentHash"] {
      #expect(await type(.createToken, Self.changed(Self.token, key, word)) == "MALFORMED_INPUT", "\(key)")
    }
    #expect(wallet.calls.isEmpty)
  }

  @Test func anOpReturnIsAListOfAtMost64Texts() async {
    for value in ["x", [1], ["x", .null], [["x"]], [:], 7] as [JSONValue] {
      #expect(await type(.sendAssets, Self.changed(Self.send, "opReturn", value)) == "MALFORMED_INPUT")
    }
    let many = JSONValue.array(Array(repeating: "x", count: 64))
    for value in [.null, [], ["x"], many] as [JSONValue] {
      #expect(await type(.sendAssets, Self.changed(Self.send, "opReturn", value)) == nil)
    }
    let tooMany = JSONValue.array(Array(repeating: "x", count: 65))
    #expect(await type(.sendAssets, Self.changed(Self.send, "opReturn", tooMany)) == "MALFORMED_INPUT")
  }

  @Test(arguments: [
    "bitcoincash:?r=https://merchant.example/i/1", "https://merchant.example/i/1", "x+y-z.1:a", "BITCOIN:?r=x",
  ])
  func anInvoiceMayBeAnyURI(_ url: String) async {
    #expect(await type(.payInvoice, ["url": .string(url)]) == nil)
    #expect(wallet.invoices.last?.url == url)
  }

  @Test(arguments: [
    "", "invoice", "/i/1", "//merchant.example", ":", "bitcoincash:", ":a", "1a:b", "a b:c",
    "https://merchant.example/ä",
    "https://merchant.example/\u{202E}", "https://merchant.example/a b", "java\nscript:x",
    "a:" + String(repeating: "b", count: 4095),
  ])
  func textsThatAreNoURIsAreRefusedAsInvoices(_ url: String) async {
    #expect(await type(.payInvoice, ["url": .string(url)]) == "MALFORMED_INPUT")
  }

  @Test func anInitialSupplyIsANumberOrText() async {
    let supplies: [(JSONValue, String)] = [
      (0, "0"), (100, "100"), (9_007_199_254_740_991, "9007199254740991"), (0.5, "0.5"), ("0", "0"),
      (1e21, "1000000000000000000000"),
      ("1e3", "1000"),
      ("18446744073709551616.5", "18446744073709551616.5"),
    ]
    for (supply, text) in supplies {
      #expect(await type(.createToken, Self.changed(Self.token, "initialSupply", supply)) == nil)
      #expect(wallet.tokens.last?.initialSupply.text == text)
    }
    for supply in [-1, 1e300, 1e-9, "-1", "", .null, true] as [JSONValue] {
      #expect(await type(.createToken, Self.changed(Self.token, "initialSupply", supply)) == "MALFORMED_INPUT")
    }
  }

  @Test func decimalsMustBeAWholeNumber() async {
    for decimals in [0, 9, 255] as [JSONValue] {
      #expect(await type(.createToken, Self.changed(Self.token, "decimals", decimals)) == nil)
    }
    for decimals in [-1, 256, 1.5, "1.5", .null, 1e300, true] as [JSONValue] {
      #expect(await type(.createToken, Self.changed(Self.token, "decimals", decimals)) == "MALFORMED_INPUT")
    }
  }

  @Test func optionalFieldsOfATokenMayBeNullOrEmpty() async {
    for key in ["batonReceiverAddress", "documentUri", "documentHash"] {
      for value in [.null, ""] as [JSONValue] {
        #expect(await type(.createToken, Self.changed(Self.token, key, value)) == nil)
      }
      #expect(await type(.createToken, Self.changed(Self.token, key, 7)) == "MALFORMED_INPUT")
    }
    #expect(
      wallet.tokens.allSatisfy { $0.batonReceiverAddress == nil && $0.documentUri == nil && $0.documentHash == nil })
  }

  @Test(arguments: ["", "eth_accounts", "ETH_SIGN", "eth_sign ", "__proto__"])
  func unknownKindsOfSignatureAreRefused(_ kind: String) async {
    #expect(
      await type(.requestWeb3Sign, Self.changed(Self.sign, "signType", .string(kind))) == "MALFORMED_INPUT")
  }

  @Test func openValueRequestMustBeABoolean() async {
    #expect(await type(.requestValue, ["openValueRequest": false]) == nil)
    for value in [0, "true", .null, []] as [JSONValue] {
      #expect(await type(.requestValue, ["openValueRequest": value]) == "MALFORMED_INPUT")
    }
  }

  /// An error must not return the page's own text, because a log might keep it.
  @Test func errorsNameTheFieldButDoNotQuoteItsValue() {
    #expect(
      throws: LinkError(
        .malformedInput,
        "\"value\" must be a decimal number, zero or more, with at most 128 characters, such as 0.000123.")
    ) {
      try SendAssets(Fields(["to": "a", "protocol": "BCH", "value": "one"]))
    }
    #expect(throws: LinkError(.malformedInput, "\"assetId\" is missing or empty.")) {
      try SendAssets(Fields(["to": "a", "protocol": "SLP", "value": "1"]))
    }
  }
}
