import Causeway
import Foundation

/// Finds the shortest part of a trace whose replay ends with the same difference.
@MainActor struct ReplayShrinker {
  let play: @MainActor (TraceFile) async throws -> ReplayDifference?
  /// Called with the number of the page's messages that are left.
  let progress: @MainActor (Int) -> Void

  /// Returns the shortest trace that this search finds: none of the page's other messages can be left out alone.
  func shrink(_ trace: TraceFile, _ difference: ReplayDifference) async throws -> TraceFile {
    // Nothing after the difference has an effect.
    guard let end = trace.lines.firstIndex(where: { $0.number == difference.line }) else { return trace }
    var lines = Array(trace.lines[...end])
    var size = max(1, exchanges(of: lines).count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < exchanges(of: lines).count {
        let all = exchanges(of: lines)
        let removed = Set(all[start..<min(start + size, all.count)].flatMap(\.self))
        let candidate = lines.filter { !removed.contains($0.number) }
        if !removed.contains(difference.line), try await shows(difference, candidate) {
          lines = candidate
          isShorter = true
          progress(exchanges(of: lines).count)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    return TraceFile(lines)
  }

  /// Returns whether the app still answers as in the difference.
  private func shows(_ difference: ReplayDifference, _ lines: [TraceFile.Line]) async throws -> Bool {
    try await play(TraceFile(lines))?.isRepeated(by: difference) == true
  }

  /// Returns the parts of a trace that can be left out, as the numbers of their lines: a request with its answer, an
  /// event, or a call of the app with its answer.
  private func exchanges(of lines: [TraceFile.Line]) -> [[Int]] {
    struct Key: Hashable {
      let document: String
      let isOfPage: Bool
      let call: Int
    }
    var parts: [[Int]] = []
    var open: [Key: Int] = [:]
    for line in lines where line.kind != .opened && line.kind != .closed {
      let isOfPage = [.request, .reply].contains(line.kind) || (line.kind == .progress && line.direction == .toPage)
      let key = line.call.map { Key(document: line.document, isOfPage: isOfPage, call: $0) }
      if line.kind != .event, let key, let part = open[key] {
        parts[part].append(line.number)
      } else {
        if line.kind != .event, let key { open[key] = parts.count }
        parts.append([line.number])
      }
    }
    return parts
  }
}
