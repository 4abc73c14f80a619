import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Handlers of declared functions") struct DeclaredHandlerTests {
  private let shop = Shop()

  @Test func aFunctionConvertsParametersAndResult() async {
    #expect(await shop.call("share", ["text": "Hello"]) == .resolved(true))
    #expect(await shop.call("share", ["text": "Hello", "url": "https://page.example/"]) == .resolved(false))
    #expect(shop.page.violations.isEmpty)
  }

  @Test func aFunctionWithoutResultResolvesWithUndefined() async {
    #expect(await shop.call("ping") == .resolved(nil))
    #expect(await shop.page.request("causeway", ["name": "ping"]) == .resolved(nil))
    #expect(await shop.call("ping", ["ignored": 1]) == .resolved(nil))
    #expect(shop.lines.opened == ["ping", "ping", "ping"])
  }

  @Test func aFunctionReturnsBytes() async {
    guard case .resolvedBytes(let bytes) = await shop.call("photo.load", "cat") else {
      Issue.record("the call has no bytes")
      return
    }
    #expect(bytes.array == Array("cat".utf8))
  }

  @Test func aStreamSendsValues() async {
    let stream = shop.page.stream("causeway", request("prices", "BTC"))
    #expect(await eventually { stream.values.count == 1 && !stream.isOpen })
    #expect(stream.read() == [["symbol": "BTC", "amount": 1]])
  }

  @Test func aStreamSendsBytes() async {
    let stream = shop.page.stream("causeway", request("file", "cat"))
    #expect(await eventually { stream.pieces.count == 1 && !stream.isOpen })
    #expect(stream.pieces.first?.array == Array("cat".utf8))
  }

  @Test func anUploadReceivesValues() async {
    var settlement: InMemoryPage.Settlement?
    let upload = shop.page.upload("causeway", request("add", 1)) { settlement = $0 }
    #expect(await eventually { upload.credit > 0 })
    upload.send(2)
    upload.send(3)
    upload.end()
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(6))
  }

  @Test func anUploadReceivesBytes() async {
    var settlement: InMemoryPage.Settlement?
    let upload = shop.page.upload("causeway", request("report.save", "x")) { settlement = $0 }
    #expect(await eventually { upload.credit > 0 })
    upload.send(Bytes([1, 2, 3]))
    upload.end()
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(3))
  }

  @Test func theHandlerReceivesAnEvent() async {
    shop.page.post("causeway", ["event": "opened", "data": ["page": "home"]])
    #expect(await eventually { shop.lines.opened == ["home"] })
  }

  @Test(
    arguments: [
      ["text": 1], ["url": "x"], "text", .null, ["text": "x", "url": ["a"]],
    ] as [JSONValue])
  func parametersOfAnotherTypeAreRefusedBeforeTheHandlerRuns(parameters: JSONValue) async {
    var runs = 0
    let shop = Shop { _, _ in
      runs += 1
      return true
    }
    #expect(code(await shop.call("share", parameters)) == "INVALID_PARAMETERS")
    #expect(runs == 0)
  }

  @Test func anInvalidEventIsReportedToObserversOnly() async {
    var failures: [String?] = []
    shop.bridge.observe { if $0.kind == .reply { failures.append($0.failure) } }
    shop.page.post("causeway", ["event": "opened", "data": ["page": 1]])
    #expect(await eventually { failures.count == 1 })
    #expect(failures.first??.hasPrefix("INVALID_PARAMETERS: The parameters are invalid: at page: ") == true)
    #expect(shop.lines.opened.isEmpty)
  }
}
