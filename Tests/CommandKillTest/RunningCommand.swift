#if os(Linux)
import Foundation

/// `causeway`, the program beside this one, while it runs.
struct RunningCommand: Sendable {
  let id: pid_t
  /// What it and all processes that it starts have in their environment.
  let mark: String
  let folder: URL

  /// How it ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Starts it with folders of its own for temporary files and for its home.
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
    // As a terminal starts it: nohup and a shell's background would have it ignore signals.
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

  /// Waits for its end; nil if it does not come.
  func end(within seconds: Double) async -> End? {
    var status: Int32 = 0
    guard await eventually(within: seconds, { waitpid(id, &status, WNOHANG) == id }) else { return nil }
    return status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// The processes that it has started, and those that these have started, by their command lines.
  func processes() -> [String] {
    let wanted = Array("\(Self.markVariable)=\(mark)".utf8)
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(pid_t.init) ?? []
    return ids.compactMap { id in
      guard id != self.id, let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
        environment.split(separator: 0).contains(where: { $0.elementsEqual(wanted) }),
        let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline"), !words.isEmpty
      else { return nil }
      return "\(id) \(String(decoding: words, as: UTF8.self).replacingOccurrences(of: "\0", with: " ").prefix(60))"
    }
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }
}

/// Waits until the condition holds; false if it does not in time.
func eventually(within seconds: Double, _ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while !condition() {
    guard .now < end else { return false }
    try? await Task.sleep(for: .milliseconds(10))  // nobody cancels
  }
  return true
}
#endif
