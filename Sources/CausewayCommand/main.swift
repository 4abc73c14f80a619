import Foundation
import WebKit

// A program with web views: the command runs as a task, the main thread runs the main loop.
let words = Array(CommandLine.arguments.dropFirst())
Task { @MainActor in
  let code = await Tool.run(words)
  TemporaryFolder.removeAll()
  exit(code.rawValue)
}
#if os(Linux)
GLibMainLoop.run()
#else
// What shows no page works without a window server, too.
if Tool.showsPages(words) { PageApplication.run() }
RunLoop.main.run()
#endif
