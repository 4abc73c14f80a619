import Causeway
import CausewayJSON
import CausewayText
import Testing

@testable import BitcoinLink

/// Tests that a page cannot make a prompt show something false.
@MainActor @Suite("The contents of a prompt") struct PromptTests {
  private func prompt<Command: ConsentCommand>(
    _ type: Command.Type, _ data: JSONValue, origin: Origin = Origin(scheme: "https", host: "shop.example"),
    metadata: JSONValue = .null
  ) throws -> ApprovalPrompt {
    let frame = Frame(document: DocumentID(), isMainFrame: true, origin: origin)
    let message: JSONValue = ["messageId": "m", "data": data, "websiteMetadata": metadata]
    return ApprovalPrompt(try LinkRequest<Command>(message, from: frame, for: TestWallet()))
  }

  private func sign(_ message: String) throws -> ApprovalPrompt {
    try prompt(
      RequestWeb3Sign.self, ["address": "0xa", "message": .string(message), "signType": "personal_sign"])
  }

  @Test func bidirectionalControlsAreMadeVisible() throws {
    let prompt = try sign("send \u{202E}001\u{202C} to me\u{2066}")
    let row = try #require(prompt.rows.last)
    #expect(row.value == "send ⟨U+202E⟩001⟨U+202C⟩ to me⟨U+2066⟩")
    #expect(row.isPageText)
    #expect(row.raw == "send \u{202E}001\u{202C} to me\u{2066}")
  }

  @Test func invisibleCharactersAreMadeVisible() throws {
    #expect(try sign("a\u{200B}b\u{0}c\u{2028}d").rows.last?.value == "a⟨U+200B⟩b⟨U+0000⟩c\nd")
    #expect(try sign("a" + String(repeating: " ", count: 40) + "b").rows.last?.value == "a⟨40 spaces⟩b")
  }

  @Test func aNameStaysOnOneLine() throws {
    let prompt = try prompt(
      CreateToken.self,
      [
        "name": "Coin\nvalue: 0", "symbol": "C\u{202E}", "decimals": 0, "initialSupply": 1, "tokenReceiverAddress": "a",
        "documentUri": "\u{2029}",
      ])
    let texts = prompt.rows.filter(\.isPageText)
    #expect(texts.map(\.label) == ["name", "symbol", "documentUri"])
    #expect(texts.map(\.value) == ["Coin⟨line break⟩value: 0", "C⟨U+202E⟩", "⟨line break⟩"])
  }

  @Test func uncheckedTextOfThePageIsMarkedInItsRow() throws {
    let send = try prompt(
      SendAssets.self, ["to": "a", "protocol": "SLP", "assetId": "ff", "value": "1", "opReturn": ["\u{202E}x", "y"]])
    #expect(send.rows.map(\.label) == ["value", "protocol", "assetId", "to", "opReturn", "opReturn"])
    #expect(send.rows.map(\.isPageText) == [false, false, false, false, true, true])
    #expect(send.rows.map(\.value) == ["1", "SLP", "ff", "a", "⟨U+202E⟩x", "y"])
    let pay = try prompt(PayInvoice.self, ["url": "bitcoincash:?r=https://merchant.example"])
    #expect(pay.rows.map(\.value) == ["bitcoincash:?r=https://merchant.example"])
  }

  @Test func aLongTextIsCutWithAWarning() throws {
    let long = try sign(String(repeating: "a", count: 9_000))
    #expect(long.rows.last?.value.hasSuffix("…⟨808 more characters⟩") == true)
    #expect(long.warnings == [.cutShort])
    #expect(try sign(String(repeating: "a", count: 8_193)).warnings == [.cutShort])
    #expect(try sign(String(repeating: "\u{202E}", count: 8_192)).warnings == [.cutShort])
    #expect(try sign(String(repeating: "a", count: 8_192)).warnings == [])
  }

  @Test func theOriginInAPromptIsNotTakenFromThePagesMetadata() throws {
    let prompt = try prompt(
      PayInvoice.self, ["url": "a:b"], metadata: ["title": "https://bank.example", "origin": "https://bank.example"])
    #expect("\(prompt.origin)" == "https://shop.example")
    #expect(prompt.metadata.title == PageText("https://bank.example"))
    let nobody = try self.prompt(PayInvoice.self, ["url": "a:b"], origin: .opaque)
    #expect(nobody.warnings == [.unknownOrigin])
  }

  @Test func invisibleCharactersOfMetadataAreMadeVisible() throws {
    let prompt = try prompt(PayInvoice.self, ["url": "a:b"], metadata: ["title": "\u{202E}knab", "image": "x\u{200B}"])
    #expect("\(try #require(prompt.metadata.title))" == "⟨U+202E⟩knab")
    #expect(prompt.metadata.image?.shown() == "x⟨U+200B⟩")
  }
}
