import Foundation

extension SeededGenerator {
  /// The seed from the environment, or a new seed. The first use prints the seed.
  package static let seedOfThisRun: UInt64 = {
    let given = ProcessInfo.processInfo.environment["CAUSEWAY_TEST_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("CAUSEWAY_TEST_SEED=\(seed)")
    return seed
  }()
}
