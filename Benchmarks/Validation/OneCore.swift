#if os(Linux)
import Foundation

/// A restriction of this process to one core, set with the command `taskset`, because Swift does not import glibc's
/// `sched_setaffinity`.
struct OneCore {
  private let before: String

  /// Begins the restriction, for all current and future threads.
  init() throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let title = "Cpus_allowed_list:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(title) }),
      let first = line.dropFirst(title.count).split(whereSeparator: { !$0.isNumber }).first
    else { throw BenchError.noFigure("the cores of this process") }
    before = line.dropFirst(title.count).trimmingCharacters(in: .whitespaces)
    try Self.set(String(first))
  }

  /// Ends the restriction.
  func end() throws { try Self.set(before) }

  /// Sets the cores of all threads, one thread at a time, because `taskset --all-tasks` stops if a thread ends while it
  /// lists the threads. Repeats until there are no new threads; later threads get the cores of their creators.
  private static func set(_ cores: String) throws {
    var done: Set<String> = []
    while let thread = try threads().subtracting(done).first {
      done.insert(thread)
      guard try !set(cores, ofThread: thread), try threads().contains(thread) else { continue }
      throw BenchError.noFigure("one core: taskset failed for thread \(thread)")
    }
  }

  private static func threads() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))
  }

  private static func set(_ cores: String, ofThread thread: String) throws -> Bool {
    let taskset = Process()
    taskset.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    taskset.arguments = ["taskset", "--cpu-list", "--pid", cores, thread]
    taskset.standardOutput = FileHandle.nullDevice
    taskset.standardError = FileHandle.nullDevice
    try taskset.run()
    taskset.waitUntilExit()
    return taskset.terminationStatus == 0
  }
}
#endif
