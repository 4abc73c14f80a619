#if canImport(os)
import os
#else
import Causeway
import Foundation
#endif

/// Where the developer of an app finds what a bridge has to say: the unified log, or the standard error on Linux.
enum SystemLog {
  /// Writes a line of ``/Causeway/Bridge/log``, in which nothing is secret any more.
  static func write(_ line: String) {
    #if canImport(os)
    Logger(subsystem: "Causeway", category: "Bridge").error("\(line, privacy: .public)")
    #else
    // Where it is closed or full there is nobody to tell.
    try? FileHandle.standardError.write(contentsOf: Data("Causeway: \(TerminalText(line).line)\n".utf8))
    #endif
  }
}
