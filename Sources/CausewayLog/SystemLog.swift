import CausewayText

#if canImport(os)
import os
#else
import Foundation
#endif

/// The log for the app's developer: the unified log on Apple's platforms, the standard error elsewhere.
package enum SystemLog {
  /// Writes a line, which the caller has redacted. Control characters are made visible first, because pages write parts
  /// of many lines and a terminal must not act on them.
  /// - Parameters:
  ///   - subsystem: the subsystem that logs, such as `Onside`. On the standard error, the line begins with this name.
  ///   - category: the category in the unified log.
  package static func write(_ line: String, of subsystem: String, _ category: String) {
    let line = TerminalText(line).line
    #if canImport(os)
    Logger(subsystem: subsystem, category: category).error("\(line, privacy: .public)")
    #else
    // If the standard error is closed or full, the failure cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data("\(subsystem): \(line)\n".utf8))
    #endif
  }
}
