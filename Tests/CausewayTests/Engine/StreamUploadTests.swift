import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@Suite("Streams of values from a page", .timeLimit(.minutes(10))) @MainActor struct StreamUploadTests {
  @Test func theHandlerGetsEachValueAndAnswersAtTheEnd() async {
    let (page, _) = streamPage([PageSum.capability])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("sum", 5)) { settlement = $0 }
    for number in 1...100 { stream.send(.number(Double(number))) }
    stream.end()
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(5055))
  }

  @Test func theAppGrantsCreditAsItReads() async {
    let (page, _) = streamPage([PageSum.capability])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("sum", 0)) { settlement = $0 }
    #expect(await eventually { stream.credit > 0 })
    let value = JSONValue.number(1)
    var sent = 0
    while sent < 300_000 {
      if stream.credit > 0 {
        stream.send(value)
        sent += 1
      } else {
        guard await eventually({ stream.credit > 0 }) else {
          Issue.record("no credit after \(sent) values")
          return
        }
      }
    }
    stream.end()
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(300_000))
  }

  @Test func valuesBeyondTheCreditEndTheRequest() async {
    let (page, _) = streamPage([
      Capability(
        "hold", policy: .everyone,
        receiving: { (_: JSONValue, values: PageValues<String>, _) in
          try await Task.sleep(for: .seconds(3600))
          _ = values
          return 0
        })
    ])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("hold")) { settlement = $0 }
    #expect(await eventually { stream.credit > 0 })
    let text = "\"" + String(repeating: "a", count: 100_000) + "\""
    var sent = 0
    while settlement == nil, sent < 1000 {
      stream.send(text: text)
      sent += 1
      await Task.yield()
    }
    #expect(code(settlement) == "MALFORMED")
    #expect(sent < 60)
  }

  @Test func openStreamsNeverHoldMoreThanTheLimit() async {
    var limits = Limits.standard
    limits.streamedBytes = 1 << 20
    let (page, bridge) = streamPage(
      [
        Capability(
          "hold", policy: .everyone,
          receiving: { (_: JSONValue, values: PageValues<Bytes>, _) in
            try await Task.sleep(for: .seconds(3600))
            _ = values
            return 0
          })
      ], limits: limits)
    var refused = 0
    let streams = (0..<200).map { _ in
      page.upload("causeway", request("hold")) { if code($0) == "TOO_MANY_STREAMS" { refused += 1 } }
    }
    #expect(await eventually { refused > 100 })
    for stream in streams where stream.isOpen {
      stream.send(Bytes([UInt8](repeating: 0, count: 300_000)))
    }
    await settleDown()
    let conversation = bridge.conversation(with: page.frame.document)
    let reserved = conversation?.streams.pool.reserved ?? .max
    #expect(reserved <= limits.streamedBytes)
    page.close()
  }

  @Test func streamsReleaseTheirReservedMemory() async {
    let (page, bridge) = streamPage([PageSum.capability])
    for number in 0..<50 {
      var settlement: InMemoryPage.Settlement?
      let stream = page.upload("causeway", request("sum", 0)) { settlement = $0 }
      stream.send(1)
      if number.isMultiple(of: 2) { stream.end() } else { page.withdraw(stream.number) }
      #expect(await eventually { settlement != nil })
    }
    #expect(bridge.conversation(with: page.frame.document)?.streams.pool.reserved == 0)
  }

  @Test func readingThrowsTheErrorOfThePagesSource() async {
    let (page, _) = streamPage([
      Capability(
        "read", policy: .everyone,
        receiving: { (_: JSONValue, values: PageValues<Int>, _) -> String in
          var count = 0
          do {
            for try await _ in values { count += 1 }
            return "complete"
          } catch {
            return "\(count), then \(error)"
          }
        })
    ])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("read")) { settlement = $0 }
    stream.send(1)
    stream.send(2)
    stream.end("no more disk")
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved("2, then the page answered with an error: no more disk"))
  }

  @Test(arguments: ["\"text\"", "{", ""]) func aValueOfAnotherTypeEndsTheRequest(_ text: String) async {
    let (page, _) = streamPage([PageSum.capability])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("sum", 0)) { settlement = $0 }
    stream.send(text: text)
    #expect(await eventually { settlement != nil })
    #expect(code(settlement) == "INVALID_PARAMETERS")
  }

  @Test func aHandlerThatReturnsEarlyEndsTheStream() async {
    let (page, _) = streamPage([
      Capability(
        "first", policy: .everyone,
        receiving: { (_: JSONValue, values: PageValues<Int>, _) in
          for try await value in values { return value }
          return -1
        })
    ])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("first")) { settlement = $0 }
    stream.send(7)
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(7))
    stream.send(8)  // The page may not have received the settlement yet.
    #expect(page.violations.isEmpty)
  }

  @Test func aWithdrawnUploadDoesNotLookComplete() async {
    var ending: String?
    let (page, _) = streamPage([
      Capability(
        "read", policy: .everyone,
        receiving: { (_: JSONValue, values: PageValues<Int>, _) in
          do {
            for try await _ in values {}
            ending = "complete"
          } catch {
            ending = "\(type(of: error))"
          }
          return 0
        })
    ])
    let stream = page.upload("causeway", request("read"))
    stream.send(1)
    await settleDown()
    page.withdraw(stream.number)
    #expect(await eventually { ending != nil })
    #expect(ending == "CancellationError")
  }
}
