import CausewayTesting
import Testing

@testable import Causeway

/// The bridge's log tells the app's developer the details of a failed request, which the page does not get.
@MainActor @Suite("The log of a bridge") struct LogTests {
  private struct ShopError: Error, CustomStringConvertible {
    let description: String
  }

  private let bridge = Bridge()
  private let lines = Lines()

  private final class Lines {
    var all: [String] = []
  }

  private func install(_ capabilities: Capability...) {
    bridge.log = { [lines] in lines.all.append($0) }
    bridge.install(CausewayDialect(capabilities))
  }

  private func failing(_ text: String, sensitivity: Capability.Sensitivity = []) -> Capability {
    Capability(
      "buy", policy: .everyone, sensitivity: sensitivity, json: { _, _ in throw ShopError(description: text) })
  }

  private func request(_ name: String = "buy", of page: InMemoryPage? = nil) async -> InMemoryPage.Settlement {
    await (page ?? InMemoryPage(bridge)).request("causeway", ["name": .string(name)])
  }

  @Test func anErrorOfAHandlerGoesToTheLogAndObserversButNotToThePage() async throws {
    install(failing("no connection to 10.0.0.1"))
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    let settlement = await request()
    #expect(!"\(settlement)".contains("10.0.0.1"))
    let line = try #require(lines.all.first)
    #expect(line.hasPrefix("causeway \"buy\" for the main frame of "))
    #expect(line.hasSuffix("The app could not complete the request. Cause: no connection to 10.0.0.1"))
    let reply = try #require(seen.first { $0.kind == .reply })
    #expect(reply.cause == "no connection to 10.0.0.1")
    #expect(reply.json["cause"] == "no connection to 10.0.0.1")
    #expect(reply.failure == "FAILED: The app could not complete the request.")
  }

  @Test func aPageFacingErrorIsNotLogged() async {
    struct SignedOut: PageFacingError {
      let code = "SIGNED_OUT"
      let pageMessage = "Sign in first."
    }
    install(Capability("buy", policy: .everyone, json: { _, _ in throw SignedOut() }))
    _ = await request()
    #expect(lines.all == [])
  }

  /// A dialect that does not report failures to the page. The Today WebView Bridge does the same for an event without a
  /// name.
  @MainActor private struct SilentDialect: Dialect {
    let name = "silent"
    let capabilities: [Capability]
    var pageScripts: [PageScript] { [] }
    func decode(_ body: Body, within limits: Limits) -> Incoming { .request(Request(capability: "buy")) }
    func encode(_ outcome: Outcome, of request: Request) -> Reply { .resolve(nil) }
  }

  private func installSilent(_ error: any Error) {
    bridge.log = { [lines] in lines.all.append($0) }
    bridge.install(
      SilentDialect(capabilities: [Capability("buy", policy: .everyone, json: { _, _ in throw error })]))
  }

  @Test func aFailureThatTheDialectDoesNotReportIsLogged() async throws {
    installSilent(Failure.invalidParameters("\"ename\" is missing"))
    let settlement = await InMemoryPage(bridge).request("silent", [:])
    #expect(settlement == .resolved(nil))
    #expect(lines.all.count == 1)
    let line = try #require(lines.all.first)
    #expect(line.hasPrefix("silent \"buy\" of the main frame of "), "\(line)")
    #expect(line.hasSuffix(" was dropped: INVALID_PARAMETERS."), "\(line)")
  }

  @Test func aDropIsLoggedWithoutTextOfThePage() async throws {
    install()
    let page = InMemoryPage(bridge)
    page.post("causeway", ["event": "Call this number"])
    page.sendPacket("x causeway \"Call this number\"\n")
    _ = await page.request("causeway", ["Call this number": 1])
    #expect(lines.all.count == 3)
    for (line, ending) in zip(
      lines.all, ["was dropped: UNKNOWN_CAPABILITY.", "threw while it received a message.", "is malformed."])
    {
      #expect(line.hasSuffix(ending), "\(line)")
      #expect(line.contains("the main frame of https://page.example") && !line.contains("number"), "\(line)")
    }
  }

  /// The failure's message quotes the page's value, so the log contains only the failure's code.
  @Test func aFailedEventIsLoggedWithoutTextOfThePage() async throws {
    enum Kind: String, Decodable { case one }
    install(Capability("buy", policy: .everyone) { (kind: Kind, _: Call) in kind == .one })
    InMemoryPage(bridge).post("causeway", ["name": "buy", "parameters": "Call this number"])
    #expect(await eventually { !lines.all.isEmpty })
    #expect(
      lines.all.first?.hasSuffix(
        "causeway \"buy\" of the main frame of https://page.example was dropped: INVALID_PARAMETERS.") == true,
      "\(lines.all)")
  }

  /// A dialect may accept any name from a page, as GBGBridge does.
  @Test func aNameThatThePageChoseIsNotLogged() async throws {
    struct AnyNameDialect: Dialect {
      let name = "any"
      var pageScripts: [PageScript] { [] }
      func decode(_ body: Body, within limits: Limits) -> Incoming {
        .request(Request(capability: body.value?.stringValue ?? ""))
      }
      func encode(_ outcome: Outcome, of request: Request) -> Reply { .none }
      func capability(named name: String) -> Capability? {
        Capability(name, policy: .everyone, json: { _, _ in throw Failure.invalidParameters("") })
      }
    }
    bridge.log = { [lines] in lines.all.append($0) }
    bridge.install(AnyNameDialect())
    _ = await InMemoryPage(bridge).request("any", "Call this number")
    #expect(lines.all == ["any message of the main frame of https://page.example was dropped: INVALID_PARAMETERS."])
  }

  @Test func aMissingAnswerOfTheAppIsLogged() async throws {
    install(Capability("buy", policy: .everyone, responding: { _, _, _ in }))
    _ = await request()
    #expect(lines.all.first?.hasSuffix("The app dropped the request without answering it.") == true, "\(lines.all)")
  }

  @Test func messagesOfAPageDoNotPreventLoggingOfTheAppsMistakes() async {
    let echo = Capability("echo", policy: .everyone, json: { value, _ in throw ShopError(description: value.json) })
    install(failing("no connection"), echo)
    // The page chooses the origins of its frames and the text of `ShopError`, so each of its messages can be different.
    for number in 0..<300 {
      let page = InMemoryPage(bridge, origin: Origin(scheme: "https", host: "\(number).example"))
      page.post("causeway", ["event": "x"])
      _ = await page.request("causeway", ["name": "echo", "parameters": .number(Double(number))])
    }
    #expect(
      lines.all.contains(
        "Further messages about mistakes of pages are not logged; an observer of the bridge receives all of them."))
    // The two limits are 256 and 16 lines. After each limit there is one last line.
    #expect(lines.all.count == 274)
    _ = await request()
    #expect(lines.all.last?.hasSuffix("Cause: no connection") == true)
  }

  @Test func aRefusalNamesTheFramesThatThePolicyServes() async throws {
    let shop = try Origin(parsing: "https://shop.example")
    let other = try Origin(parsing: "https://a.example:8443")
    install(Capability("buy", policy: .mainFrame(of: [shop, other]), json: { _, _ in true }))
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    let settlement = await request()
    #expect(!"\(settlement)".contains("shop.example"))
    let served =
      "the policy serves the main frame of https://a.example:8443, https://shop.example; if https://page.example has the app's "
      + "own pages, add it to the origins"
    #expect(lines.all.first?.hasSuffix("Cause: " + served) == true, "\(lines.all)")
    #expect(seen.contains { $0.kind == .reply && $0.cause == served })
  }

  @Test(
    arguments: [
      (.everyone, "every frame of any origin"), (.mainFrame, "the main frame of any origin"),
      (.mainFrame(of: []), "no frame, because its set of origins is empty"),
      (
        Policy(frames: .sameOrigin, origins: .named),
        "the main frame and sub-frames of its origin, of any origin that is not opaque"
      ),
    ] as [(Policy, String)]) func aPolicyIsDescribedInWords(policy: Policy, words: String)
  {
    #expect(policy.description == words)
  }

  @Test func aMalformedMessageOfARefusedFrameIsLoggedAsARefusal() async {
    install(Capability("buy", policy: .mainFrame(of: []), json: { _, _ in true }))
    _ = await InMemoryPage(bridge).request("causeway", ["name": "buy", "more": 1])
    let cause = "the policy serves no frame, because its set of origins is empty; "
    #expect(lines.all.first?.contains("Cause: \(cause)") == true)
  }

  @Test(arguments: [.parameters, .result, .failure] as [Capability.Sensitivity])
  func theTextOfAnErrorThatMayBeSecretIsNotLogged(sensitivity: Capability.Sensitivity) async {
    install(failing("the card 4242", sensitivity: sensitivity))
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    _ = await request()
    #expect(lines.all.first?.hasSuffix("Cause: ShopError, whose text may be secret") == true)
    #expect(!seen.contains { $0.json.json.contains("4242") })
  }

  @Test func secretsAndControlCharactersInAnErrorAreNotLogged() async {
    install(failing("Authorization: Bearer abc\u{1B}[2J\nforged"))
    _ = await request()
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("abc") == false)
    #expect(lines.all.first?.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test func equalLinesAreLoggedOnce() async {
    install(failing("no"))
    let page = InMemoryPage(bridge)
    for _ in 0..<3 { _ = await request(of: page) }
    #expect(lines.all.count == 1)
  }

  @Test func theNumberOfLinesThatAPageCausesIsLimited() async {
    install(
      Capability("buy", policy: .everyone, json: { value, _ in throw ShopError(description: "no \(value.json)") }))
    let page = InMemoryPage(bridge)
    for number in 0..<30 {
      _ = await page.request("causeway", ["name": "buy", "parameters": .number(Double(number))])
    }
    #expect(lines.all.count == 17)
    let end =
      "Further messages about failures of causeway \"buy\" with ShopError are not logged; an observer of the bridge "
      + "receives all of them."
    #expect(lines.all.last == end)
  }

  /// Redaction would not recognize a secret that was cut in two, so the log cuts only between words.
  @Test func aLongLineIsCutBetweenWordsAndEndsWithItsLength() async throws {
    let words = String(repeating: "word ", count: 1_000)
    install(failing(words + "Bearer " + String(repeating: "s", count: 5_000)))
    _ = await request()
    let line = try #require(lines.all.first)
    #expect(line.utf8.count <= BridgeLog.maximumLineLength + 40)
    #expect(line.contains("word word …"), "\(line.suffix(60))")
    #expect(line.hasSuffix("bytes in total)"), "\(line.suffix(60))")
  }

  @Test func aLongWordIsRemovedFromTheLine() async throws {
    install(failing(String(repeating: "s", count: 1 << 20)))
    _ = await request()
    let line = try #require(lines.all.first)
    #expect(line.utf8.count < BridgeLog.maximumLineLength && !line.contains("ssss"))
    #expect(line.contains("The app could not complete the request. Cause: … ("), "\(line)")
  }

  @Test func linesFromBeforeTheLogIsSetAreKept() async {
    bridge.install(CausewayDialect([failing("no")]))
    _ = await request()
    bridge.log = { [lines] in lines.all.append($0) }
    #expect(lines.all.count == 1)
    bridge.log = { [lines] in lines.all.append($0) }
    #expect(lines.all.count == 1)
  }

  #if DEBUG
  @Test func twoCapabilitiesWithOneNameTrapInADebugBuild() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let capability = Capability("buy", policy: .everyone, json: { _, _ in true })
      Bridge().install(CausewayDialect([capability, capability]))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("The dialect \"causeway\" has two capabilities named \"buy\""))
  }

  @Test func aDialectInstalledAfterTheHostTrapsInADebugBuild() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let bridge = Bridge()
      _ = bridge.documentScript(transport: PageScript([], function: "transport"))
      bridge.install(CausewayDialect([]))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("The dialect \"causeway\" was installed after the host was attached"))
  }
  #endif

  @Test func aDialectCanBeReplacedAfterTheHostIsAttached() async {
    install(failing("no"))
    _ = bridge.documentScript(transport: PageScript([], function: "transport"))
    bridge.install(CausewayDialect([Capability("buy", policy: .everyone, json: { _, _ in true })]))
    #expect(await request() == .resolved(true))
    #expect(lines.all == [])
  }
}
