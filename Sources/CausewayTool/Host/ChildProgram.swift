import Foundation

/// A namespace for the functions that start helper programs, such as a display server, and make pipes to them.
///
/// Foundation's `Process` keeps two threads and a socket for each program. These programs do not need them: each one
/// ends by itself when its pipe from this process is closed, which happens even if this process crashes. Also, if more
/// than about 1,300 descriptors are open, `Process.run` (Swift 6.3, Linux) reads a `dirent` beyond the end of the
/// directory's buffer, which can crash the process.
package enum ChildProgram {
  /// Starts a program in its own process group, so that Ctrl-C reaches only this process.
  ///
  /// - Parameters:
  ///   - words: the program, which is looked up in `PATH`, and its arguments.
  ///   - input: its standard input.
  ///   - output: its standard output.
  ///   - error: its standard error; nil for `/dev/null`.
  ///   - added: variables in addition to the environment of this process.
  /// - Returns: The process ID. If this process continues after the program's end, it must wait for that process ID.
  /// - Throws: the system's error.
  @discardableResult
  package static func start(
    _ words: [String], input: Int32, output: Int32, error: Int32? = nil, environment added: [String: String] = [:]
  ) throws(POSIXError) -> pid_t {
    #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #endif
    try check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try check(posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO))
    try check(posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO))
    if let error {
      try check(posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO))
    } else {
      try check(posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0))
    }
    try check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    // Unblock and reset all signals, because the program would inherit blocked and ignored ones. A shell, for example,
    // could then not wait for its children.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    try check(posix_spawnattr_setsigmask(&attributes, &none))
    try check(posix_spawnattr_setsigdefault(&attributes, &all))
    try check(posix_spawnattr_setpgroup(&attributes, 0))
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if os(Linux)
    // Close the inherited descriptors. Otherwise a parent process that reads from a pipe of this process would wait for
    // the program's end too.
    for descriptor in inherited { try check(posix_spawn_file_actions_addclose(&actions, descriptor)) }
    #else
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)))
    var arguments = words.map { strdup($0) } + [nil]
    var environment = ProcessInfo.processInfo.environment.merging(added) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    try check(posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &environment))
    return process
  }

  /// Makes a pipe that no other program inherits. Call this before other threads start programs: a program that starts
  /// between the two system calls inherits the pipe.
  package static func pipe() throws(POSIXError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  #if os(Linux)
  /// The descriptors that a program would inherit, without the standard ones.
  private static var inherited: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.filter { descriptor in
      let flags = fcntl(descriptor, F_GETFD)
      return descriptor > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }
  #endif

  private static func check(_ error: Int32) throws(POSIXError) {
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
  }
}
