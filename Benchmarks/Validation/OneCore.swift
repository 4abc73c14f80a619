#if os(Linux)
import Foundation

/// Keeps this process to one core, by the command `taskset`: glibc's own function Swift does not see.
struct OneCore {
  private let before: String

  /// From now on, with all threads that there are and that they will make.
  init() throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let title = "Cpus_allowed_list:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(title) }),
      let first = line.dropFirst(title.count).split(whereSeparator: { !$0.isNumber }).first
    else { throw BenchError.noFigure("the cores of this process") }
    before = line.dropFirst(title.count).trimmingCharacters(in: .whitespaces)
    try Self.set(String(first))
  }

  /// All cores again.
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
