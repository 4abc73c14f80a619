import CausewayContract
import ContractTestSupport
import Testing

@testable import Causeway

/// Tests that a change is safe if the comparison of contracts reports it as safe. An app of one version serves a page
/// of the other version.
@MainActor @Suite("Pages and apps of different versions", .timeLimit(.minutes(10))) struct ContractVersionsTests {
  @Test func changesThatAreCalledSafeCauseNoFailure() async {
    var random = RandomContracts()
    var (arrived, failed, safe) = (0, 0, 0)
    for round in 0..<1000 {
      let old = random.contract()
      let new = random.changed(old)
      let changes = ContractComparison(old: old, new: new).changes
      for pageIsNewer in [true, false] {
        let versions = ContractVersions(
          app: pageIsNewer ? old : new, page: pageIsNewer ? new : old, random: random)
        await versions.run()
        random = versions.random
        arrived += versions.arrived
        failed += versions.failed.count
        let outcomes = changes.map { (name: $0.part, outcome: pageIsNewer ? $0.pageIsNewer : $0.appIsNewer) }
        safe += outcomes.allSatisfy(\.outcome.isSafe) ? 1 : 0
        for name in versions.failed {
          let isCalledSafe = outcomes.allSatisfy { !$0.name.hasSuffix(" \(name)") || $0.outcome.isSafe }
          if isCalledSafe {
            Issue.record("round \(round), page newer \(pageIsNewer): \(name) in \(old.json.json) and \(new.json.json)")
            return
          }
        }
      }
    }
    #expect(arrived > 10_000 && failed > 100 && safe > 100)
    print("\(arrived) values arrived, \(failed) members failed as the comparison said, \(safe) of 2000 pairs were safe")
  }
}
