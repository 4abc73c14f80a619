import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@Suite("Streams of values and bytes", .timeLimit(.minutes(10))) @MainActor struct StreamTests {
  // MARK: To the page

  @Test func thePageGetsEachValueInOrderAndThenTheEnd() async {
    let (page, _) = streamPage([Counter().capability()])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 1000)) { settlement = $0 }
    #expect(await eventually { settlement != nil })
    #expect(stream.values == (0..<1000).map { .number(Double($0)) })
    #expect(settlement == .resolved(nil))
    #expect(page.violations.isEmpty)
  }

  @Test func theAppWaitsForASlowPage() async {
    let counter = Counter()
    let (page, _) = streamPage([counter.capability()])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 1000), credit: 10 * 65) { settlement = $0 }
    #expect(await eventually { stream.values.count == 10 && counter.made == 11 })
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

  @Test func anErrorOfTheSourceRejectsThePromiseAfterItsValues() async {
    let (page, _) = streamPage([Counter().capability(failsAtEnd: true)])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("count", 3)) { settlement = $0 }
    #expect(await eventually { settlement != nil })
    #expect(stream.values == [0, 1, 2])
    #expect(code(settlement) == "SOURCE_FAILED")
  }

  @Test func aPageThatStopsReadingCancelsTheHandler() async {
    let source = WaitingSource()
    let (page, bridge) = streamPage([source.capability])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("wait"), credit: 1) { settlement = $0 }
    #expect(await eventually { source.isRead })
    #expect(!source.hasEnded)
    page.withdraw(stream.number)
    #expect(await eventually { settlement != nil && source.hasEnded })
    #expect(code(settlement) == "CANCELLED")
    #expect(await eventually { bridge.conversation(with: page.frame.document)?.isIdle == true })
  }

  @Test func creditBeyondTheLargestNumberDoesNotOverflow() async {
    let (page, _) = streamPage([Counter().capability()])
    page.sendPacket("t causeway 1 18446744073709551615 {\"name\":\"count\",\"parameters\":3}\n")
    #expect(!page.conversation.isIdle, "the request was not admitted")
    for _ in 0..<3 { page.sendPacket("g 1 18446744073709551615\n") }
    #expect(await eventually { page.conversation.isIdle })
    page.sendPacket("g 1 18446744073709551615\n")
    #expect(page.conversation.isIdle)
  }

  @Test func theEndOfTheDocumentEndsTheSource() async {
    let source = WaitingSource()
    let (page, _) = streamPage([source.capability])
    _ = page.stream("causeway", request("wait"), credit: 1)
    #expect(await eventually { source.isRead })
    #expect(!source.hasEnded)
    page.close()
    #expect(await eventually { source.hasEnded })
  }

  @Test func streamsShareTheConversationEvenly() async {
    let (page, _) = streamPage([
      Capability("numbers", policy: .everyone, streaming: { (count: Int, _) in ReadyNumbers(count: count) })
    ])
    page.isReady = false
    let streams = (0..<20).map { _ in page.stream("causeway", request("numbers", 100_000), credit: 1 << 30) }
    for _ in 0..<30 {
      await settleDown()
      page.isReady = true
      page.isReady = false
    }
    let counts = streams.map(\.values.count)
    #expect(counts.allSatisfy { $0 > 500 }, "\(counts)")
    #expect((counts.max() ?? 0) < 2 * (counts.min() ?? 0), "\(counts)")
    #expect(page.violations.isEmpty)
    page.close()
  }

  @Test func bytesAreSentInPiecesOfAMebibyte() async {
    let source: [Bytes] = [Bytes([UInt8](repeating: 1, count: 3 << 20)), [], [2]]
    let (page, _) = streamPage([
      Capability("file", policy: .everyone, streaming: { (_: JSONValue, _) in Source(source) })
    ])
    var settlement: InMemoryPage.Settlement?
    let stream = page.stream("causeway", request("file"), credit: 8 << 20) { settlement = $0 }
    #expect(await eventually { settlement != nil })
    #expect(stream.pieces.map(\.count) == [1 << 20, 1 << 20, 1 << 20, 0, 1])
    #expect(settlement == .resolved(nil))
    #expect(page.violations.isEmpty)
  }

  @Test func bytesWaitUntilThePageHasReadEarlierBytes() async {
    var limits = Limits.standard
    limits.waitingBytes = 2 << 20
    let (page, _) = streamPage(
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

  @Test func bytesContinueWhenThePageHasCollectedEarlierBytes() async {
    var limits = Limits.standard
    limits.waitingBytes = 512 << 10
    let source = (UInt8(0)..<20).map { Bytes([UInt8](repeating: $0, count: 200_000)) }
    let (page, _) = streamPage(
      [Capability("file", policy: .everyone, streaming: { (_: JSONValue, _) in Source(source) })], limits: limits)
    // The page collects all pieces, but grants no credit for them, because it has not read them.
    var settlements: [InMemoryPage.Settlement] = []
    let streams = (0..<3).map { _ in
      page.stream("causeway", request("file"), credit: 8 << 20) { settlements.append($0) }
    }
    #expect(await eventually { settlements.count == 3 })
    let areComplete = streams.map { $0.pieces == source }
    #expect(settlements == [.resolved(nil), .resolved(nil), .resolved(nil)])
    #expect(areComplete == [true, true, true])
    #expect(page.violations.isEmpty)
  }

  @Test func theFirstPieceWaitsUntilThePageHasCollectedOtherBytes() async {
    let (page, streams) = await pageWithBytesThatWait(streams: 1)
    let stream = streams[0]
    await settleDown()
    page.isReady = true
    #expect(await eventually { !stream.isOpen })
    #expect(stream.pieces.map(\.count) == [1 << 20])
    #expect(page.violations.isEmpty)
  }

  @Test func aWithdrawnStreamNoLongerWaitsForRoom() async {
    let (page, streams) = await pageWithBytesThatWait(streams: 2)
    #expect(await eventually { page.conversation.streams.blocked.count == 2 })
    page.withdraw(streams[0].number)
    #expect(page.conversation.streams.blocked.count == 1)
    page.close()
    #expect(page.conversation.streams.blocked.isEmpty)
  }

  /// Returns a page that does not accept packets, so that an answer of 1 MiB waits for it, and streams that send 1 MiB
  /// each. There is room for one mebibyte and a half.
  private func pageWithBytesThatWait(streams count: Int) async -> (page: InMemoryPage, streams: [InMemoryStream]) {
    var limits = Limits.standard
    limits.waitingBytes = 3 << 19
    let bytes = Bytes([UInt8](repeating: 1, count: 1 << 20))
    let (page, _) = streamPage(
      [
        Capability("photo", policy: .everyone, bytes: { (_: JSONValue, _) in bytes }),
        Capability("file", policy: .everyone, streaming: { (_: JSONValue, _) in Source([bytes]) }),
      ], limits: limits)
    page.isReady = false
    page.request("causeway", text: request("photo").json) { _ in }
    #expect(await eventually { page.hasOfferedBytes })
    return (page, (0..<count).map { _ in page.stream("causeway", request("file")) })
  }

  // MARK: The kind of the call

  @Test func aCallOfAnotherKindThanTheFunctionIsMalformed() async {
    let plain = Capability("plain", policy: .everyone, json: { value, _ in value })
    let (page, _) = streamPage([PageSum.capability, Counter().capability(), plain])
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
    let (page, bridge) = streamPage([])
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

  @Test func stoppingToReadCancelsTheStreamOfThePage() async throws {
    let (page, _) = streamPage([])
    var stream: InMemoryStream?
    page.onStreamCall = {
      stream = $2
      $2.send(1)
    }
    for try await _ in try page.conversation.values("prices", of: Int.self) { break }
    #expect(await eventually { stream?.isCancelled == true })
    #expect(page.conversation.isIdle)
  }

  @Test func aCallWhoseObserverClosesTheConversationIsNotSent() {
    let (page, bridge) = streamPage([])
    bridge.observe { [weak page] in if $0.kind == .call { page?.close() } }
    #expect(throws: PageCallError.notSent) { try page.conversation.values("prices", of: Int.self) }
  }

  @Test func readingThrowsAtTheEndOfTheDocument() async throws {
    let (page, _) = streamPage([])
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
