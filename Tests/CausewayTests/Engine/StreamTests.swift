import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@Suite("Streams of values and bytes") @MainActor struct StreamTests {
  private struct SourceFailed: PageFacingError {
    let code = "SOURCE_FAILED"
    let pageMessage = "The source failed."
  }

  private func page(_ capabilities: [Capability], limits: Limits = .standard) -> (page: InMemoryPage, bridge: Bridge) {
    let bridge = Bridge(limits: limits)
    bridge.install(CausewayDialect(capabilities))
    return (InMemoryPage(bridge), bridge)
  }

  /// Counts from 0 and notes how far it came.
  @MainActor private final class Counter {
    var made = 0

    func numbers(_ count: Int, failsAtEnd: Bool = false) -> AsyncThrowingStream<Int, any Error> {
      AsyncThrowingStream { try await self.next(count, failsAtEnd: failsAtEnd) }
    }

    private func next(_ count: Int, failsAtEnd: Bool) throws -> Int? {
      if made < count {
        made += 1
        return made - 1
      }
      if failsAtEnd { throw SourceFailed() }
      return nil
    }
  }

  private func counting(_ counter: Counter, failsAtEnd: Bool = false) -> Capability {
    Capability(
      "count", policy: .everyone, streaming: { (count: Int, _) in counter.numbers(count, failsAtEnd: failsAtEnd) })
  }

  private func request(_ name: String, _ parameters: JSONValue = .null) -> JSONValue {
    ["name": .string(name), "parameters": parameters]
  }

  private func code(_ settlement: InMemoryPage.Settlement?) -> String? {
    guard case .rejected(let reason?) = settlement else { return nil }
    return reason.objectValue?["code"]?.stringValue
  }

  // MARK: To the page

  @Test func thePageGetsEachValueInOrderAndThenTheEnd() async {
    let (page, _) = page([counting(Counter())])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 1000)) { settlement = $0 }
    #expect(await eventually { settlement != nil })
    #expect(stream.values == (0..<1000).map { .number(Double($0)) })
    #expect(settlement == .resolved(nil))
    #expect(page.violations.isEmpty)
  }

  @Test func aSlowPageHoldsTheAppBack() async {
    let counter = Counter()
    let (page, _) = page([counting(counter)])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 1000), credit: 10 * 65) { settlement = $0 }
    await settleDown(turns: 200)
    #expect(stream.values.count == 10)
    #expect(counter.made == 11)
    var total = 0
    #expect(
      await eventually {
        total += stream.read().count
        return settlement != nil
      })
    #expect(total == 1000)
    #expect(page.violations.isEmpty)
  }

  @Test func anErrorOfTheSourceRejectsAfterItsValues() async {
    let (page, _) = page([counting(Counter(), failsAtEnd: true)])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 3)) { settlement = $0 }
    #expect(await eventually { settlement != nil })
    #expect(stream.values == [0, 1, 2])
    #expect(code(settlement) == "SOURCE_FAILED")
  }

  @Test func aPageThatStopsReadingCancelsTheHandler() async {
    let counter = Counter()
    let (page, bridge) = page([counting(counter)])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 1_000_000), credit: 1) { settlement = $0 }
    await settleDown()
    page.withdraw(stream.number)
    #expect(await eventually { settlement != nil })
    #expect(code(settlement) == "CANCELLED")
    await settleDown()
    #expect(counter.made == 2)
    #expect(bridge.conversation(with: page.frame.document)?.isIdle == true)
  }

  @Test func aPageThatClaimsEndlessCreditDoesNotOverflowIt() async {
    let (page, _) = page([counting(Counter())])
    page.say("t causeway 1 18446744073709551615 {\"name\":\"count\",\"parameters\":3}\n")
    for _ in 0..<3 { page.say("g 1 18446744073709551615\n") }
    await settleDown()
    page.say("g 1 18446744073709551615\n")
    #expect(page.conversation.isIdle)
  }

  @Test func theEndOfTheDocumentEndsTheSource() async {
    let counter = Counter()
    let (page, _) = page([counting(counter)])
    _ = page.stream("causeway", request("count", 1_000_000), credit: 1)
    await settleDown()
    page.close()
    await settleDown()
    #expect(counter.made == 2)
  }

  @Test func manyStreamsAdvanceTogether() async {
    let counters = (0..<20).map { _ in Counter() }
    let (page, _) = page(
      counters.enumerated().map { index, counter in
        Capability("count\(index)", policy: .everyone, streaming: { (count: Int, _) in counter.numbers(count) })
      })
    page.isReady = false
    let streams = (0..<20).map { page.stream("causeway", request("count\($0)", 100_000), credit: 1 << 30) }
    await settleDown(turns: 2000)
    // The first stream fills the packet. From then on each one gets its turn.
    for _ in 0..<60 {
      page.isReady = true
      page.isReady = false
      await settleDown(turns: 200)
    }
    #expect(streams.allSatisfy { $0.values.count > 1000 }, "\(streams.map(\.values.count))")
    #expect(page.violations.isEmpty)
    page.close()
  }

  @Test func bytesAreDividedAndArriveWhole() async {
    let source: [Bytes] = [Bytes([UInt8](repeating: 1, count: 3 << 20)), [], [2]]
    let (page, _) = page([
      Capability("file", policy: .everyone, streaming: { (_: JSONValue, _) in Source(source) })
    ])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("file"), credit: 8 << 20) { settlement = $0 }
    #expect(await eventually { settlement != nil })
    #expect(stream.pieces.map(\.count) == [1 << 20, 1 << 20, 1 << 20, 0, 1])
    #expect(settlement == .resolved(nil))
    #expect(page.violations.isEmpty)
  }

  @Test func bytesWaitForThoseThatThePageHasNotRead() async {
    var limits = Limits.standard
    limits.waitingBytes = 2 << 20
    let (page, _) = page(
      [
        Capability(
          "file", policy: .everyone,
          streaming: { (_: JSONValue, _) in Source([Bytes([UInt8](repeating: 1, count: 16 << 20))]) })
      ], limits: limits)
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("file"), credit: 8 << 20) { settlement = $0 }
    page.isReady = false
    await settleDown()
    page.isReady = true
    var pieces = 0
    #expect(
      await eventually {
        pieces += stream.pieces.count
        stream.read()
        return settlement != nil
      })
    #expect(settlement == .resolved(nil))
    #expect(pieces == 16)
  }

  // MARK: From the page

  private let sum = Capability(
    "sum", policy: .everyone,
    receiving: { (start: Int, values: PageValues<Int>, _) in try await values.reduce(start, +) })

  @Test func theHandlerGetsEachValueAndAnswersAtTheEnd() async {
    let (page, _) = page([sum])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("sum", 5)) { settlement = $0 }
    for number in 1...100 { stream.send(.number(Double(number))) }
    stream.end()
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(5055))
  }

  @Test func theAppGrantsCreditAsItReads() async {
    let (page, _) = page([sum])
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
        await Task.yield()
      }
    }
    stream.end()
    #expect(await eventually { settlement != nil })
    #expect(settlement == .resolved(300_000))
  }

  @Test func valuesBeyondTheCreditEndTheRequest() async {
    let (page, _) = page([
      Capability(
        "hold", policy: .everyone,
        receiving: { (_: JSONValue, values: PageValues<String>, _) in
          try await Task.sleep(for: .seconds(60))
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
    let (page, bridge) = page(
      [
        Capability(
          "hold", policy: .everyone,
          receiving: { (_: JSONValue, values: PageValues<Bytes>, _) in
            try await Task.sleep(for: .seconds(60))
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

  @Test func theMemoryIsFreeAgainAfterTheStreams() async {
    let (page, bridge) = page([sum])
    for _ in 0..<50 {
      var settlement: InMemoryPage.Settlement?
      let stream = page.upload("causeway", request("sum", 0)) { settlement = $0 }
      stream.send(1)
      if Bool.random() { stream.end() } else { page.withdraw(stream.number) }
      #expect(await eventually { settlement != nil })
    }
    #expect(bridge.conversation(with: page.frame.document)?.streams.pool.reserved == 0)
  }

  @Test func anErrorOfThePagesSourceIsThrownToTheHandler() async {
    let (page, _) = page([
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
    let (page, _) = page([sum])
    var settlement: InMemoryPage.Settlement?
    let stream = page.upload("causeway", request("sum", 0)) { settlement = $0 }
    stream.send(text: text)
    #expect(await eventually { settlement != nil })
    #expect(code(settlement) == "INVALID_PARAMETERS")
  }

  @Test func aHandlerThatReturnsEarlyEndsTheStream() async {
    let (page, _) = page([
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
    stream.send(8)  // the page may not have seen the settlement yet
    #expect(page.violations.isEmpty)
  }

  @Test func aWithdrawnUploadDoesNotLookComplete() async {
    var ending: String?
    let (page, _) = page([
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

  // MARK: The kind of the call

  @Test func aFunctionIsCalledInTheWayThatItHas() async {
    let plain = Capability("plain", policy: .everyone, json: { value, _ in value })
    let (page, _) = page([sum, counting(Counter()), plain])
    for name in ["sum", "count"] {
      #expect(code(await page.request("causeway", request(name, 1))) == "MALFORMED")
    }
    var streamed: InMemoryPage.Settlement?
    var uploaded: InMemoryPage.Settlement?
    _ = page.stream("causeway", request("plain")) { streamed = $0 }
    _ = page.upload("causeway", request("plain")) { uploaded = $0 }
    #expect(await eventually { streamed != nil && uploaded != nil })
    #expect(code(streamed) == "MALFORMED")
    #expect(code(uploaded) == "MALFORMED")
  }

  // MARK: The page answers with a stream

  @Test func theAppReadsTheValuesOfThePage() async throws {
    let (page, bridge) = page([])
    page.onStreamCall = { _, body, stream in
      #expect(body == ["name": "prices", "parameters": "BTC"])
      for number in 1...3 { stream.send(.number(Double(number))) }
      stream.end()
    }
    var values: [Int] = []
    for try await value in try page.conversation.values("prices", "BTC", of: Int.self) { values.append(value) }
    #expect(values == [1, 2, 3])
    #expect(bridge.conversation(with: page.frame.document)?.isIdle == true)
  }

  @Test func aReaderThatStopsTellsThePage() async throws {
    let (page, _) = page([])
    var stream: PageStream?
    page.onStreamCall = {
      stream = $2
      $2.send(1)
    }
    for try await _ in try page.conversation.values("prices", of: Int.self) { break }
    #expect(await eventually { stream?.isCancelled == true })
    #expect(page.conversation.isIdle)
  }

  @Test func theEndOfTheDocumentIsThrownToTheReader() async throws {
    let (page, _) = page([])
    page.onStreamCall = { $2.send(1) }
    var received = 0
    await #expect(throws: PageCallError.documentGone) {
      for try await _ in try page.conversation.values("prices", of: Int.self) {
        received += 1
        page.close()
      }
    }
    #expect(received == 1)
  }
}

/// The elements of an array, as an asynchronous sequence.
private struct Source<Element: Sendable>: AsyncSequence {
  private let elements: [Element]
  init(_ elements: [Element]) { self.elements = elements }

  func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }.makeAsyncIterator()
  }
}
