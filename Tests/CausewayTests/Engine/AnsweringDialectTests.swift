import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Protocols that answer by messages") struct AnsweringDialectTests {
  private let held = HeldResponders()

  private func page(limits: Limits = .standard, _ make: @escaping @MainActor (String) -> Capability?) -> (
    InMemoryPage, AnsweringDialect.Record, Bridge
  ) {
    let bridge = Bridge(limits: limits)
    let dialect = AnsweringDialect(make)
    bridge.install(dialect)
    return (InMemoryPage(bridge), dialect.record, bridge)
  }

  private func holding(_ name: String) -> Capability {
    Capability(name, policy: .everyone, deadline: .never, responding: { _, _, responder in held.append(responder) })
  }

  @MainActor private final class Known {
    var names: Set<String> = []
  }

  private func bodies(_ page: InMemoryPage) -> [String] { page.messages.map { $0.body?.json ?? "undefined" } }

  @Test func aCapabilityIsLookedUpForEachRequest() async {
    let known = Known()
    let (page, record, _) = page { name in
      known.names.contains(name)
        ? Capability(name, policy: .everyone, json: { _, call in .string(call.capability) }) : nil
    }
    page.post("answering", ["id": 1, "ask": "late"])
    known.names.insert("late")
    page.post("answering", ["id": 2, "ask": "late"])
    await settleDown()
    #expect(bodies(page) == [#"{"id":1,"error":"UNKNOWN_CAPABILITY"}"#, #"{"id":2,"answer":"late"}"#])
    #expect(record.failures == ["late UNKNOWN_CAPABILITY"])
  }

  @Test func aSecondRequestWithTheIdOfAnOpenOneIsADuplicate() async {
    let (page, record, _) = page(holding)
    page.post("answering", ["id": "a", "ask": "first"])
    page.post("answering", ["id": "a", "ask": "second"])
    page.post("answering", ["id": "b", "ask": "third"])
    await settleDown()
    #expect(held.count == 2)
    #expect(record.failures == ["second DUPLICATE"])
    held.answerAll()
    await settleDown()
    #expect(bodies(page) == [#"{"id":"a","answer":"late"}"#, #"{"id":"b","answer":"late"}"#])
    page.post("answering", ["id": "a", "ask": "fourth"])
    await settleDown()
    #expect(held.count == 1, "an id whose request has ended cannot be used again")
  }

  @Test func anUnreadableBodyIsAnsweredWithTheIdAtItsBeginning() async {
    var limits = Limits()
    limits.messageBytes = 1_000
    let (page, _, _) = page(limits: limits, holding)
    let deep = String(repeating: "[", count: 600)
    page.sendPacket(#"m answering {"id":"deep","ask":"x","data":\#(deep)"# + "\n")
    page.sendPacket(#"m answering {"id":"large","ask":"x","data":"\#(deep)\#(deep)"}"# + "\n")
    page.sendPacket(#"m answering {"data":"\#(deep)\#(deep)","id":"late","ask":"x"}"# + "\n")
    await settleDown()
    #expect(
      bodies(page) == [
        #"{"id":"deep","error":"MALFORMED"}"#, #"{"id":"large","error":"TOO_LARGE"}"#,
        #"{"id":null,"error":"TOO_LARGE"}"#,
      ])
  }

  @Test func aRefusedFrameAlsoGetsARefusalForAMalformedMessage() async {
    let (_, record, bridge) = page { Capability($0, policy: .mainFrame, json: { _, _ in nil }) }
    let frame = InMemoryPage(bridge, isMainFrame: false)
    frame.post("answering", ["id": "a"])
    frame.post("answering", ["id": "b", "ask": "x"])
    await settleDown()
    #expect(
      bodies(frame) == [#"{"id":"a","error":"REFUSED"}"#, #"{"id":"b","error":"REFUSED"}"#])
    #expect(record.failures == [" REFUSED", "x REFUSED"])
  }

  /// If the app answered, the page would mistake the answer for the answer to the open request.
  @Test func aMalformedMessageWithTheIdOfAnOpenRequestIsNotAnswered() async {
    let (page, record, _) = page(holding)
    page.post("answering", ["id": "a", "ask": "first"])
    page.post("answering", ["id": "a"])
    page.post("answering", ["id": "b"])
    await settleDown()
    #expect(bodies(page) == [#"{"id":"b","error":"MALFORMED"}"#])
    #expect(record.failures == [" MALFORMED", " MALFORMED"], "the dialect was not notified of the malformed messages")
  }

  @Test func anUnknownCapabilityWithTheIdOfAnOpenRequestIsNotAnswered() async {
    let (page, record, _) = page { name in name == "x" ? holding(name) : nil }
    page.post("answering", ["id": "a", "ask": "x"])
    page.post("answering", ["id": "a", "ask": "nothing"])
    await settleDown()
    #expect(bodies(page).isEmpty)
    #expect(record.failures == ["nothing DUPLICATE"])
  }

  @Test func twoDocumentsMayUseTheSameId() async {
    let (first, _, bridge) = page(holding)
    let second = InMemoryPage(bridge)
    first.post("answering", ["id": "a", "ask": "x"])
    second.post("answering", ["id": "a", "ask": "x"])
    await settleDown()
    #expect(held.count == 2)
  }

  @Test func aDuplicateOfARequestWithAPromiseAlsoSettles() async {
    let (page, _, _) = page(holding)
    var settlements: [InMemoryPage.Settlement] = []
    page.request("answering", text: #"{"id":1,"ask":"x"}"#) { settlements.append($0) }
    page.request("answering", text: #"{"id":1,"ask":"x"}"#) { settlements.append($0) }
    await settleDown()
    #expect(settlements == [.resolved(nil)])
    #expect(bodies(page).isEmpty)
  }

  @Test func progressIsSentBeforeTheAnswer() async {
    let (page, _, _) = page { name in
      Capability(
        name, policy: .everyone,
        responding: { _, _, responder in
          responder.report("begun")
          responder.report(["percent": 50])
          responder.succeed(true)
        })
    }
    page.post("answering", ["id": 1, "ask": "x"])
    await settleDown()
    #expect(
      bodies(page) == [
        #"{"id":1,"progress":"begun"}"#, #"{"id":1,"progress":{"percent":50}}"#, #"{"id":1,"answer":true}"#,
      ])
  }

  @Test func progressOfACancelledRequestIsNotSent() async {
    let (page, _, _) = page(holding)
    page.post("answering", ["id": 1, "ask": "x"])
    await settleDown()
    page.close()
    held.report("late")
    await settleDown()
    #expect(bodies(page).isEmpty)
    #expect(page.violations.isEmpty)
  }

  @Test func errorsThatThePageThrowsAreReported() {
    let (page, record, bridge) = page(holding)
    var seen: [BridgeObservation] = []
    bridge.observe { seen.append($0) }
    page.sendPacket("x answering \"TypeError: receive is not a function\"\n")
    page.sendPacket(
      "x answering\nx answering {\"a\":1}\nx answering \"" + String(repeating: "x", count: 10_000) + "\"\n")
    page.sendPacket("x nobody \"oh\"\n")
    #expect(record.thrown.first == "TypeError: receive is not a function")
    let refused = "an error whose description is too long or is not a string"
    #expect(record.thrown.dropFirst() == Array(repeating: refused, count: 3)[...])
    #expect(seen.map(\.kind) == [.thrown, .thrown, .thrown, .thrown, .discarded])
  }

  @Test func observersSeeTheEnvelopeOfASecretResult() async {
    let (page, _, bridge) = page { name in
      Capability(
        name, policy: .everyone, sensitivity: .result,
        responding: { _, _, responder in
          responder.report("hidden-1")
          responder.succeed(["picture": "hidden-2"])
        })
    }
    var seen: [String] = []
    bridge.observe { seen.append($0.json.json) }
    page.post("answering", ["id": "c-1", "ask": "x"])
    await settleDown()
    #expect(bodies(page).last == #"{"id":"c-1","answer":{"picture":"hidden-2"}}"#)
    #expect(!seen.contains { $0.contains("hidden") })
    #expect(seen.last?.contains(#""body":{"id":"c-1","answer":{"picture":"[redacted]"}}"#) == true)
  }
}
