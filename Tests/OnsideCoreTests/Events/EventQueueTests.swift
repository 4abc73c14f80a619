import Causeway
import CausewayJSON
import Foundation
import OnsideTestSupport
import Testing

@testable import OnsideCore

@Suite("The queue of events")
struct EventQueueTests {
  private let folder: TestFolder
  private let log = Log()
  private let clock = StepClock()

  init() throws { folder = try TestFolder() }

  @Test("Events are sent in their order, in batches, oldest first")
  func order() async {
    let gate = Gate()
    let sink = TestSink(gate: gate)
    let queue = queue(sink)
    let names = (0..<120).map { "event\($0)" }
    queue.track(names[0], [])
    await gate.arrival()
    for name in names.dropFirst() { queue.track(name, []) }
    await gate.open()
    await queue.flush()
    #expect(await sink.names == names)
    #expect(await sink.batches.map(\.count) == [1, 50, 50, 19])
    #expect(log.lines.isEmpty)
  }

  @Test("Parameters arrive as they were tracked, with an id and a date")
  func content() async throws {
    let sink = TestSink()
    let queue = queue(sink)
    let before = Date()
    queue.track("levelFinished", [("level", 3), ("tags", ["a", true]), ("player", "é\0")])
    await queue.flush()
    let event = try #require(await sink.batches.first?.first)
    #expect(event.parameters.map(\.name) == ["level", "tags", "player"])
    #expect(event.parameters.map(\.value) == [.number(3), .array([.string("a"), .bool(true)]), .string("é\0")])
    #expect(event.date >= before && event.date <= Date())
  }

  @Test("Dropped and truncated parts are logged, and dropped parts are not sent")
  func warnings() async {
    let sink = TestSink()
    let queue = queue(sink)
    queue.track("onside_own", [])
    queue.track("good", [("bad", .null)])
    await queue.flush()
    #expect(await sink.names == ["good"])
    #expect(log.lines.count == 2)
  }

  @Test("A batch that the sink refuses is sent again, after increasing delays")
  func backoff() async {
    let sink = TestSink(failures: 11)
    let queue = queue(sink)
    queue.track("event", [])
    var delays: [Duration] = []
    for await delay in clock.waits {
      delays.append(delay)
      clock.step()
      if delays.count == 11 { break }
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) })
    await queue.flush()
    #expect(await sink.names == ["event"])
    #expect(await sink.attempts == 12)
    #expect(log.lines.count == 11)
    #expect(log.lines.allSatisfy { $0.contains("Failure") && !$0.contains("secret") })
  }

  @Test("After a success, the delays start again with the first one")
  func backoffBeginsAgain() async {
    let sink = TestSink(failures: 2)
    let queue = queue(sink)
    queue.track("one", [])
    var waits = clock.waits.makeAsyncIterator()
    #expect(await waits.next() == .seconds(1))
    clock.step()
    #expect(await waits.next() == .seconds(2))
    clock.step()
    await queue.flush()
    #expect(await sink.names == ["one"])
    await sink.fail(1)
    queue.track("two", [])
    #expect(await waits.next() == .seconds(1))
  }

  @Test("An unsent event is sent by the next queue that opens the file")
  func restart() async {
    let failing = queue(TestSink(failures: .max))
    failing.track("one", [])
    failing.track("two", [])
    await failing.flush()
    await failing.shutdown()
    let sink = TestSink()
    let next = queue(sink)
    next.track("three", [])
    await next.flush()
    #expect(await sink.names == ["one", "two", "three"])
    await next.shutdown()
    let last = TestSink()
    let empty = queue(last)
    await empty.flush()
    #expect(await last.attempts == 0)
  }

  @Test("A flush does not wait for the delay after a failure")
  func flushWhileWaiting() async {
    let sink = TestSink(failures: 1)
    let queue = queue(sink)
    queue.track("one", [])
    var waits = clock.waits.makeAsyncIterator()
    _ = await waits.next()
    await queue.flush()
    #expect(await sink.names == ["one"])
  }

  @Test(
    "Events that arrive while a batch is being sent are in the file before the sink answers", .timeLimit(.minutes(10)))
  func writesWhileSending() async throws {
    let gate = Gate()
    let queue = queue(TestSink(gate: gate))
    queue.track("one", [])
    await gate.arrival()
    queue.track("two", [])
    // The queue has the file open, so the test reads a copy.
    try await eventually { try copiedNames() == ["one", "two"] }
    await gate.open()
    await queue.flush()
  }

  @Test("Beyond the maximum number of events, the oldest are dropped, and a warning has their number")
  func bounded() async {
    var limits = EventLimits.Queue()
    limits.kept = 100
    let sink = TestSink(failures: 1)
    let queue = queue(sink, limits)
    queue.track("first", [])
    var waits = clock.waits.makeAsyncIterator()
    _ = await waits.next()
    for number in 0..<1000 { queue.track("event\(number)", []) }
    await queue.flush()
    let names = await sink.names
    #expect(names == (900..<1000).map { "event\($0)" })
    #expect(log.lines.filter { $0.contains("events are dropped, because too many") }.count == 1)
    #expect(
      log.lines.last
        == "trackEvent: 901 events were dropped, because too many were waiting or the file could not be used")
  }

  @Test("Large events are limited by their total size")
  func boundedBytes() async throws {
    var limits = EventLimits.Queue()
    limits.keptBytes = 100_000
    let queue = queue(TestSink(failures: .max), limits)
    let value = JSONValue.array(Array(repeating: .string(String(repeating: "x", count: 100)), count: 100))
    for _ in 0..<50 { queue.track("large", [("p", value)]) }
    queue.track("last", [])
    await queue.flush()
    await queue.shutdown()
    let events = try EventStore(file: folder.file("events")).oldest(1000).events
    #expect((2...11).contains(events.count) && events.last?.name == "last")
  }

  @Test("A hundred thousand events at once do not block the caller or fill the memory")
  func flood() async {
    let gate = Gate()
    let sink = TestSink(gate: gate)
    let queue = queue(sink)
    for _ in 0..<100_000 { queue.track("flood", []) }
    queue.track("last", [])
    await gate.open()
    await queue.flush()
    let names = await sink.names
    #expect(names.last == "last")
    // In addition to the kept events, the sink had up to 50 events in its current batch.
    #expect(names.count <= EventLimits.Queue().kept + 50)
    #expect(log.lines.count == 2)
  }

  @Test("A damaged file is kept, and a new file is started")
  func damagedFile() async throws {
    try Data("not a database".utf8).write(to: folder.file("events"))
    let sink = TestSink()
    let queue = queue(sink)
    queue.track("event", [])
    await queue.flush()
    #expect(await sink.names == ["event"])
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("damaged") == true)
    #expect(try folder.names.contains { $0.hasPrefix("events.damaged-") })
  }

  @Test("A damaged event is dropped, and the others are sent")
  func damagedEvent() async throws {
    let store = try EventStore(file: folder.file("events"))
    _ = try store.add([event("one"), event("two"), event("three")], limits: .init())
    store.close()
    var bytes = try Data(contentsOf: folder.file("events"))
    let place = try #require(bytes.range(of: Data("\"two\"".utf8)))
    bytes.replaceSubrange(place, with: Data("\"tvo\"".utf8))
    try bytes.write(to: folder.file("events"))
    let sink = TestSink()
    let queue = queue(sink)
    await queue.flush()
    #expect(await sink.names == ["one", "three"])
    #expect(log.lines == ["trackEvent: damaged events were dropped: 1"])
  }

  @Test("Events wait while the file cannot be used, and are sent afterwards")
  func fileInUse() async throws {
    let other = try EventStore(file: folder.file("events"))
    let sink = TestSink()
    let queue = queue(sink)
    var waits = clock.waits.makeAsyncIterator()
    #expect(await waits.next() == .seconds(1))
    queue.track("one", [])
    clock.step()
    #expect(await waits.next() == .seconds(2))
    queue.track("two", [])
    other.close()
    await queue.flush()
    #expect(await sink.names == ["one", "two"])
    #expect(log.lines.count == 2)
    #expect(log.lines.allSatisfy { $0.contains("open in another process") })
  }

  @Test("After a shutdown, events are dropped")
  func afterShutdown() async {
    let sink = TestSink()
    let queue = queue(sink)
    await queue.shutdown()
    await queue.shutdown()
    queue.track("event", [])
    await queue.flush()
    #expect(await sink.attempts == 0)
  }

  /// Returns the events in a copy of the file, as another process would find them after a kill.
  private func copiedNames() throws -> [String] {
    let copy = try TestFolder()
    for name in ["events", "events-wal"] {
      try Data(contentsOf: folder.file(name)).write(to: copy.file(name))
    }
    let store = try EventStore(file: copy.file("events"))
    defer { store.close() }
    return try store.oldest(10).events.map(\.name)
  }

  private func queue(_ sink: TestSink, _ limits: EventLimits.Queue = .init()) -> EventQueue {
    EventQueue(file: folder.file("events"), sink: sink, clock: clock, limits: limits) { [log] in log.write($0) }
  }
}
