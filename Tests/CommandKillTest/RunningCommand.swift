#if os(Linux)
import Foundation

/// A run of the program `causeway`, which was built beside this program.
struct RunningCommand: Sendable {
  let id: pid_t
  /// A text in the environment of the command and of all processes that it starts.
  let mark: String
  let folder: URL

  /// The way in which the command ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Starts the command with its own folders for temporary files and for its home.
  init(_ words: [String], in folder: URL, environment added: [String: String] = [:]) throws {
    self.folder = folder
    mark = UUID().uuidString
    for name in ["tmp", "home"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    var environment = ProcessInfo.processInfo.environment.filter {
      !["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"].contains($0.key)
    }
    environment["TMPDIR"] = folder.appendingPathComponent("tmp").path
    environment["HOME"] = folder.appendingPathComponent("home").path
    environment[Self.markVariable] = mark
    environment.merge(added) { $1 }
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("causeway").path
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "error")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, folder.appendingPathComponent(name).path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // Reset the handlers of the signals, because the command must react to the signals. Otherwise the command would
    // inherit ignored signals from nohup, or from a shell that started this test in the background.
    var heeded = sigset_t()
    sigemptyset(&heeded)
    for signal in CommandKillTest.signals where signal != SIGKILL { sigaddset(&heeded, signal) }
    posix_spawnattr_setsigdefault(&attributes, &heeded)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var id: pid_t = 0
    let error = posix_spawn(&id, program, &actions, &attributes, &arguments, &variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    self.id = id
  }

  private static let markVariable = "CAUSEWAY_KILL_TEST"

  var output: String { text("output") }
  var error: String { text("error") }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for the end of the command and returns how it ended; nil if it does not end in time.
  func end(within seconds: Double) async -> End? {
    var status: Int32 = 0
    guard await eventually(within: seconds, { waitpid(id, &status, WNOHANG) == id }) else { return nil }
    return status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// Returns the processes that the command has started, directly or indirectly.
  func processIDs() -> [pid_t] {
    let wanted = Array("\(Self.markVariable)=\(mark)".utf8)
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(pid_t.init) ?? []
    return ids.filter { id in
      guard id != self.id, let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") else {
        return false
      }
      return environment.split(separator: 0).contains { $0.elementsEqual(wanted) }
    }
  }

  /// Returns the command lines of the processes that the command has started, directly or indirectly.
  func processes() -> [String] {
    processIDs().compactMap { id in
      guard let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline"), !words.isEmpty else { return nil }
      return "\(id) \(String(decoding: words, as: UTF8.self).replacingOccurrences(of: "\0", with: " ").prefix(60))"
    }
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }
}

/// Waits until the condition holds. Returns false if it does not hold in time.
func eventually(within seconds: Double, _ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while !condition() {
    guard .now < end else { return false }
    try? await Task.sleep(for: .milliseconds(10))  // Ignore the error, because the task is never cancelled.
  }
  return true
}
#endif
