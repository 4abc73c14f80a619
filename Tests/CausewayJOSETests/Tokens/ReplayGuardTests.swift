import CausewayJOSE
import Foundation
import SeededGenerator
import Testing

@Suite("The guard against replayed tokens") struct ReplayGuardTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test("A full guard refuses new ids until earlier ids have expired")
  func full() throws {
    var seen = ReplayGuard(capacity: 3)
    for id in ["a", "b", "c"] { try seen.admit(id, until: Self.now + 10, at: Self.now) }
    #expect(throws: ReplayError.full) { try seen.admit("d", until: Self.now + 10, at: Self.now + 9) }
    #expect(throws: ReplayError.replayed) { try seen.admit("a", until: Self.now + 10, at: Self.now + 9) }
    try seen.admit("d", until: Self.now + 20, at: Self.now + 10)
    #expect(seen.count == 1)
  }

  @Test("The guard forgets exactly the expired ids, in any order of expirations")
  func random() throws {
    var random = SeededGenerator()
    var seen = ReplayGuard(capacity: .max)
    var expirations: [Int: Date] = [:]
    var now = Self.now
    for _ in 0..<3_000 {
      now += Double.random(in: 0...0.5, using: &random)
      let id = Int.random(in: 0..<200, using: &random)
      let until = now + Double.random(in: 0.1...30, using: &random)
      let isRemembered = expirations[id].map { $0 > now } ?? false
      let admission = Result { () throws(ReplayError) in try seen.admit("\(id)", until: until, at: now) }
      #expect((admission == .failure(.replayed)) == isRemembered)
      if !isRemembered { expirations[id] = until }
      #expect(seen.count == expirations.values.count { $0 > now })
    }
  }
}

extension Result<Void, ReplayError> {
  fileprivate static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.success, .success): true
    case (.failure(let left), .failure(let right)): left == right
    default: false
    }
  }
}
