import Foundation

/// What the command says besides its result: complaints, and what passes the bridge.
@MainActor enum StandardError {
  /// The standard error that the command was started with, whatever becomes of descriptor 2.
  private nonisolated static let file = FileHandle(
    fileDescriptor: fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), closeOnDealloc: false)

  /// Writes one line, at once.
  nonisolated static func print(_ line: String) {
    file.write(Data((line + "\n").utf8))
  }

  #if os(Linux)
  /// Leaves out the desktop libraries' remarks on services that a machine without a desktop does not have. The
  /// engine's processes inherit descriptor 2, so it goes through a filter; crashes are still told.
  static func hideRemarks() {
    let filter = Process()
    let input = Pipe()
    filter.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    filter.arguments = [
      "sed", "--unbuffered", "--regexp-extended",
      "/^(\\*\\* )?\\((process|[^:]+):[0-9]+\\): .*(WARNING|Message)/d; /^$/d",
    ]
    filter.standardInput = input
    filter.standardOutput = file
    filter.standardError = FileHandle.nullDevice
    do {
      try filter.run()
    } catch {
      return  // the remarks stay
    }
    dup2(input.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    try? input.fileHandleForWriting.close()
  }
  #endif
}
