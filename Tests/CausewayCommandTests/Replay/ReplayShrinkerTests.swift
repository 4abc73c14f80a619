import CausewayJSON
import Foundation
import Testing

@testable import CausewayCommand

@MainActor @Suite("The shortest part of a trace") struct ReplayShrinkerTests {
  /// Finds the shortest trace of an app whose answer to the last of `count` requests differs if all requests with the
  /// needed numbers came before. Returns the numbers of its requests.
  private func shrink(_ count: Int, needed: Set<Int>) async throws -> [Int] {
    let lines = (1...count).flatMap { exchange(Double($0), "r\($0)", ["n": .number(Double($0))], answer: 0) }
    let trace = try trace(lines)
    let last = try #require(trace.lines.last)
    func play(_ trace: TraceFile) -> ReplayDifference? {
      let sent = Set(trace.lines.filter { $0.kind == .request }.compactMap(\.call))
      guard trace.lines.last?.number == last.number, needed.isSubset(of: sent) else { return nil }
      return ReplayDifference(last, "the answer differs")
    }
    let difference = try #require(play(trace))
    let shortest = try await ReplayShrinker(play: play, progress: { _ in }).shrink(trace, difference)
    #expect(play(shortest) == difference)
    return shortest.lines.filter { $0.kind == .request }.compactMap(\.call)
  }

  @Test func onlyTheRequestsThatMatterAreLeft() async throws {
    #expect(try await shrink(40, needed: [3, 17, 18, 40]) == [3, 17, 18, 40])
    #expect(try await shrink(9, needed: []) == [9])
    #expect(try await shrink(1, needed: [1]) == [1])
    #expect(try await shrink(7, needed: Set(1...7)) == Array(1...7))
  }

  @Test func aDifferenceIsTheSameWithOtherUUIDs() async throws {
    let trace = try trace((1...5).flatMap { exchange(Double($0), "r", [], answer: 0) })
    let last = try #require(trace.lines.last)
    func play(_ trace: TraceFile) -> ReplayDifference? {
      guard trace.lines.last?.number == last.number else { return nil }
      var difference = ReplayDifference(last, "the answer differs")
      difference.found = "the order \(UUID().uuidString)"
      return difference
    }
    let shortest = try await ReplayShrinker(play: play, progress: { _ in }).shrink(trace, try #require(play(trace)))
    #expect(shortest.lines.map(\.number) == [9, 10])
  }

  @Test func linesAfterTheDifferenceAreLeftOut() async throws {
    let trace = try trace((1...3).flatMap { exchange(Double($0), "r", [], answer: 0) })
    let difference = ReplayDifference(trace.lines[1], "the answer differs")
    let shortest = try await ReplayShrinker(
      play: { $0.lines.contains { $0.number == 2 } ? difference : nil }, progress: { _ in }
    ).shrink(trace, difference)
    #expect(shortest.lines.map(\.number) == [1, 2])
  }
}
