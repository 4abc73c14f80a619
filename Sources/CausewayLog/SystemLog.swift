import CausewayText

#if canImport(os)
import os
#else
import Foundation
#endif

/// Where the developer of an app reads what goes wrong: the unified log on Apple's platforms, the standard error elsewhere.
package enum SystemLog {
  /// Writes a line that was redacted. A page has a part in many lines; a terminal acts on nothing in them.
  /// - Parameters:
  ///   - subsystem: who says it, such as `Onside`: the subsystem in the unified log, and what the line begins with on the
  ///     standard error.
  ///   - category: the category in the unified log.
  package static func write(_ line: String, of subsystem: String, _ category: String) {
    let line = TerminalText(line).line
    #if canImport(os)
    Logger(subsystem: subsystem, category: category).error("\(line, privacy: .public)")
    #else
    // Where it is closed or full there is nobody to tell.
    try? FileHandle.standardError.write(contentsOf: Data("\(subsystem): \(line)\n".utf8))
    #endif
  }
}
