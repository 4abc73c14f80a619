import Testing

@testable import OnsideMerchant

@Suite("The number of requests to gather before a commit") struct RequestGatheringTests {
  private let start = ContinuousClock.now
  private var gathering = RequestGathering(gatheringTime: .milliseconds(3))

  @Test("A single caller never waits, even if its next request arrives before the end of the commit is noted")
  mutating func alone() {
    for _ in 0..<3 {
      gathering.noteArrival()
      #expect(gathering.isComplete(1, at: start))
      gathering.noteAnswer()
      gathering.noteArrival()
      gathering.noteRecords(1, waiting: 1, hasCommitted: true)
      #expect(gathering.isComplete(1, at: start))
      gathering.noteAnswer()
    }
  }

  @Test("A request that overlaps with others waits for as many, but only for a time")
  mutating func overlapping() {
    overlap(3)
    #expect(!gathering.isComplete(1, at: start) && !gathering.isComplete(2, at: start))
    #expect(gathering.isComplete(3, at: start))
    #expect(gathering.begin(at: start) == start + .milliseconds(3))
    #expect(gathering.begin(at: start + .milliseconds(2)) == start + .milliseconds(3))
    #expect(!gathering.isComplete(2, at: start + .milliseconds(2)))
    #expect(gathering.isComplete(2, at: start + .milliseconds(3)))
    gathering.end()
    #expect(!gathering.isComplete(2, at: start + .milliseconds(4)))
  }

  @Test("After a wait that was too short, no more requests are expected than came, although others wait")
  mutating func tooShort() {
    overlap(3)
    gathering.noteArrival()
    gathering.noteArrival()
    gathering.noteRecords(1, waiting: 1, hasCommitted: true)
    #expect(gathering.isComplete(1, at: start))
  }

  @Test("Requests that change nothing wait for no others")
  mutating func unchanged() {
    overlap(3)
    gathering.noteRecords(3, waiting: 3, hasCommitted: false)
    #expect(gathering.isComplete(1, at: start))
  }

  @Test("No more requests are expected than fit into a batch")
  mutating func largest() {
    overlap(1000)
    #expect(!gathering.isComplete(LedgerBatch.mostRequests - 1, at: start))
    #expect(gathering.isComplete(LedgerBatch.mostRequests, at: start))
  }

  @Test("Without a time, no request waits")
  func noTime() {
    var gathering = RequestGathering(gatheringTime: .zero)
    for _ in 0..<5 { gathering.noteArrival() }
    gathering.noteRecords(3, waiting: 2, hasCommitted: true)
    #expect(gathering.isComplete(1, at: start))
  }

  /// Makes the next commit expect this number of requests.
  private mutating func overlap(_ count: Int) {
    for _ in 0..<count { gathering.noteArrival() }
    gathering.noteRecords(1, waiting: count - 1, hasCommitted: true)
  }
}
