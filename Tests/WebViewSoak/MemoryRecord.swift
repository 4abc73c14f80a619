import Foundation

/// The memory of this process and of its WebKit processes during a run.
struct MemoryRecord: CustomStringConvertible {
  private struct Sample {
    let time: ContinuousClock.Instant
    let own: Int
    let others: Int
  }

  /// The allowed growth between the second quarter and the last quarter, as a share and in MiB. Some growth is allowed,
  /// because caches grow until they reach their limits.
  private static let share = 0.04
  private static let least = 8

  private var samples: [Sample] = []

  /// Measures the memory, at most once a second.
  mutating func note(at time: ContinuousClock.Instant) {
    if let last = samples.last, last.time + .seconds(1) > time { return }
    samples.append(Sample(time: time, own: Self.residentMiB("self"), others: Self.residentMiBOfChildren()))
  }

  /// Descriptions of the memory that has grown too much.
  var problems: [String] {
    guard let first = samples.first, let last = samples.last else { return ["no memory was measured"] }
    guard last.own > 0, last.others > 0 else { return ["the memory of WebKit's processes was not measured"] }
    let quarter = first.time.duration(to: last.time) / 4
    let early = samples.filter { first.time + quarter <= $0.time && $0.time < first.time + quarter * 2 }
    let late = samples.filter { last.time - quarter <= $0.time }
    return [("this process", \Sample.own), ("WebKit's processes", \Sample.others)].compactMap { name, value in
      guard let before = Self.median(early.map { $0[keyPath: value] }),
        let after = Self.median(late.map { $0[keyPath: value] })
      else { return "too little was measured of \(name)" }
      let allowed = before + max(Self.least, Int(Double(before) * Self.share))
      return after > allowed ? "the memory of \(name) grew from \(before) MiB to \(after) MiB" : nil
    }
  }

  var description: String {
    let texts = stride(from: 0, to: samples.count, by: max(1, samples.count / 8)).map {
      "\(samples[$0].own)+\(samples[$0].others)"
    }
    return "memory over time, own + WebKit's, in MiB: " + texts.joined(separator: " ")
  }

  private static func median(_ values: [Int]) -> Int? { values.isEmpty ? nil : values.sorted()[values.count / 2] }

  /// Returns the resident memory of a process. The second number of the kernel's `statm` is the number of pages.
  private static func residentMiB(_ process: String) -> Int {
    let pages = words(of: "/proc/\(process)/statm").dropFirst().first.flatMap { Int($0) } ?? 0
    return (pages * Int(sysconf(Int32(_SC_PAGESIZE)))) >> 20
  }

  private static func residentMiBOfChildren() -> Int {
    let task = getpid()
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(task)/task")) ?? []
    let children = threads.flatMap { words(of: "/proc/\(task)/task/\($0)/children") }
    return children.reduce(0) { $0 + residentMiB($1) }
  }

  /// Returns the words of a short file of the kernel; none if the file has gone. Does not use Foundation, which does
  /// not release the memory of a file whose stated length is 0, so that the measured program would seem to have a leak.
  private static func words(of path: String) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let text = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { bytes in
      String(decoding: bytes.prefix(max(0, read(descriptor, bytes.baseAddress, bytes.count))), as: UTF8.self)
    }
    return text.split(whereSeparator: \.isWhitespace).map { String($0) }
  }
}
