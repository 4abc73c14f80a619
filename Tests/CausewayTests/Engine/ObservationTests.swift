import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Observation and redaction") struct ObservationTests {
  private let redactor = Redactor()

  @Test(
    arguments: [
      ["authorization": "Bearer abc"], ["refresh_token": "abc"], ["X-Api-Key": "abc"], ["sessionCookie": "abc"],
      ["deep": ["passWord": ["a": ["abc"]]]], ["text": "see Bearer abc"], ["text": "basic abc"],
      ["list": ["eyJhbGciOiJub25lIn0.eyJhYmMiOjF9.abc"]], ["accessToken": ["kind": "abc"]],
    ] as [JSONValue])
  func secretsAreReplaced(value: JSONValue) {
    let text = redactor.redact(value).json
    #expect(!text.contains("abc"), "\(text)")
    #expect(text.contains(Redactor.mark))
  }

  @Test(arguments: [
    "Authorization=Bearer  abc", #"{"authorization":"Bearer abc"}"#, "id=eyJhbGciOiJub25lIn0.eyJhYmMiOjF9.abc",
    "x\nBearer abc", "Bearer\tabc", "https://a.example/?access_token=abc&b=1", "token: abc", #"{\"token\":\"abc\"}"#,
    "offers no \"Bearer abc\"", "password = 'abc'", "BASIC abc, more",
  ])
  func secretsInTextsAreReplaced(text: String) {
    let redacted = redactor.redact(text)
    #expect(!redacted.contains("abc"), "\(redacted)")
    #expect(redacted.contains(Redactor.mark))
  }

  @Test(arguments: [#"{"passwort": "abc"#, "abc", "", #"{"type": "abc"}"#])
  func aMalformedBodyIsNotShown(body: String) async throws {
    let bridge = Bridge()
    bridge.install(CausewayDialect([]))
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", .string(body))
    let request = try #require(seen.first { $0.kind == .request })
    // Compare with `Optional<String>.none`, because a plain `nil` would mean JSON's null here.
    #expect(request.body.map(\.json) == Optional<String>.none)
    let reply = try #require(seen.first { $0.kind == .reply })
    #expect(reply.failure?.hasPrefix("MALFORMED: ") == true)
    #expect(!seen.contains { $0.json.json.contains("abc") })
  }

  @Test(arguments: [
    ("token=abc", "token=[redacted]"), ("token=a&token=b", "token=[redacted]&token=[redacted]"), ("token=", "token="),
    ("token: Bearer ", "token: Bearer "), ("eyJ.", "eyJ."), ("eyJa..", "[redacted]"),
    ("é token=abc é", "é token=[redacted] é"), ("\0token=abc\0", "\0token=[redacted]\0"),
  ])
  func theRestOfATextIsUnchanged(text: String, redacted: String) {
    #expect(redactor.redact(text) == redacted)
  }

  @Test func textsWithoutSecretsAreUnchanged() {
    #expect(
      redactor.redact("see https://a.example/?access_token=abc&b=1.")
        == "see https://a.example/?access_token=[redacted]&b=1.")
    for text in ["", "bearer", "a bearer", "the token is here", "eyJ.x", "a=b&c=d", "käse: x", "basic"] {
      #expect(redactor.redact(text) == text)
    }
  }

  @Test func valuesWithoutSecretsAreUnchanged() {
    let value: JSONValue = ["type": "headers", "n": 1, "list": [true, nil, "a.b.c", "to be or not"], "key": "x"]
    #expect(redactor.redact(value) == value)
  }

  @Test func onlyTheNamesOfASensitiveResultAreShown() async {
    let bridge = Bridge()
    bridge.install(
      CausewayDialect([
        Capability(
          "keys", policy: .everyone, sensitivity: [.result, .parameters],
          json: { _, _ in ["X-Color": "mauve", "n": [1]] })
      ]))
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", ["name": "keys", "parameters": ["pin": 1234]])
    let text = seen.map(\.json.json).joined()
    #expect(!text.contains("mauve") && !text.contains("1234"))
    #expect(text.contains("X-Color") && text.contains("pin"))
  }

  private struct Payment: Decodable, Sendable {
    let pin: UInt8
  }

  @Test(arguments: [.parameters, [.parameters, .result], .failure] as [Capability.Sensitivity])
  func theReasonWhySecretParametersAreInvalidIsNotShown(sensitivity: Capability.Sensitivity) async throws {
    let bridge = Bridge()
    bridge.install(
      CausewayDialect([
        Capability("pay", policy: .everyone, sensitivity: sensitivity) { (_: Payment, _) in true }
      ]))
    var replies: [BridgeObservation] = []
    bridge.observe { if $0.kind == .reply { replies.append($0) } }
    let page = InMemoryPage(bridge)
    let settlement = await page.request("causeway", ["name": "pay", "parameters": ["pin": 1234]])
    #expect("\(settlement)".contains("1234"), "the page learns the reason")
    let reply = try #require(replies.first)
    #expect(!reply.json.json.contains("1234"))
    #expect(reply.failure?.hasPrefix("INVALID_PARAMETERS: ") == true)
    // Without `.result`, the body around the reason is shown.
    let shown: JSONValue? = reply.body?.objectValue?["code"]
    #expect(sensitivity.contains(.result) || shown == "INVALID_PARAMETERS")
  }

  @Test func everyMessageIsObservedOnceWithItsRequest() async throws {
    let bridge = Bridge()
    bridge.install(CausewayDialect([Capability("echo", policy: .everyone, json: { value, _ in value })]))
    var seen: [BridgeObservation] = []
    let token = bridge.observe { seen.append($0) }
    let page = InMemoryPage(bridge)
    page.onCall = { _, _ in 1 }
    _ = await page.request("causeway", ["name": "echo", "parameters": 1])
    _ = await page.request("causeway", ["name": "nothing"])
    try page.conversation.send(event: "tick")
    _ = try await page.conversation.call("ask")
    page.sendPacket("garbage")
    page.close()
    #expect(
      seen.map(\.kind) == [.opened, .request, .reply, .request, .reply, .event, .call, .answer, .discarded, .closed])
    #expect(seen[1].call == seen[2].call && seen[3].call == seen[4].call && seen[1].call != seen[3].call)
    #expect(seen[4].failure?.hasPrefix("UNKNOWN_CAPABILITY") == true)
    bridge.stopObserving(token)
    _ = InMemoryPage(bridge)
    #expect(seen.count == 10)
  }

  @Test func aBodyBeyondTheLimitIsNotShown() async {
    var limits = Limits()
    limits.messageBytes = 50
    let bridge = Bridge(limits: limits)
    bridge.install(CausewayDialect([]))
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", ["name": .string(String(repeating: "hunter2", count: 50))])
    #expect(!seen.map(\.json.json).joined().contains("hunter2"))
  }
}
