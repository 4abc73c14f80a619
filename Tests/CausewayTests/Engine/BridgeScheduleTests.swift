import CausewayTesting
import Foundation
import SeededGenerator
import Testing

@testable import Causeway

/// Random sequences of steps in a web view with a page, a sub-frame of another origin and a hostile sub-frame. A step
/// is a call, a call with a key, an event, a stream in either direction, a deadline, a withdrawal, a cancelled task, or
/// the end of the web process, after which the pages are loaded again.
///
/// The tests check that each call, stream and event ends exactly once, that each value reaches only its own document,
/// once and in order, and that the app never holds more than its limits although the hostile page sends any lines.
@MainActor @Suite("Random schedules of a web view") struct BridgeScheduleTests {
  @Test(.timeLimit(.minutes(60))) func everythingEndsExactlyOnceAndTheLimitsHold() async {
    let seed = SeededGenerator.seedOfThisRun
    let given = ProcessInfo.processInfo.environment["CAUSEWAY_TEST_SCHEDULES"].flatMap(Int.init)
    let count = given ?? 5_000
    print("\(count) schedules of a web view; CAUSEWAY_TEST_SEED=\(seed) replays them")
    var totals = BridgeSchedule.Totals()
    for number in 0..<count {
      let schedule = BridgeSchedule(seed: seed &+ UInt64(number))
      if let violation = await schedule.run() {
        let replay = "CAUSEWAY_TEST_SEED=\(seed &+ UInt64(number)) CAUSEWAY_TEST_SCHEDULES=1"
        Issue.record("schedule \(number) (\(replay)): \(violation)\n\(schedule.log.joined(separator: "\n"))")
        return
      }
      totals.add(schedule.totals)
    }
    print("\(totals)")
    if count >= 1_000 { #expect(totals.isVaried, "the schedules do too little: \(totals)") }
  }
}
