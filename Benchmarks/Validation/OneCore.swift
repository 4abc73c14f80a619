#if os(Linux)
import Foundation

/// A limit of this process to one core, set with the command `taskset`, because Swift does not import glibc's function.
struct OneCore {
  private let before: String

  /// Begins the limit, for all current and future threads.
  init() throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let title = "Cpus_allowed_list:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(title) }),
      let first = line.dropFirst(title.count).split(whereSeparator: { !$0.isNumber }).first
    else { throw BenchError.noFigure("the cores of this process") }
    before = line.dropFirst(title.count).trimmingCharacters(in: .whitespaces)
    try Self.set(String(first))
  }

  /// Ends the limit.
  func end() throws { try Self.set(before) }

  private static func set(_ cores: String) throws {
    let taskset = Process()
    taskset.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    taskset.arguments = ["taskset", "-a", "-c", "-p", cores, "\(ProcessInfo.processInfo.processIdentifier)"]
    taskset.standardOutput = FileHandle.nullDevice
    try taskset.run()
    taskset.waitUntilExit()
    guard taskset.terminationStatus == 0 else { throw BenchError.noFigure("one core: taskset failed") }
  }
}
#endif
