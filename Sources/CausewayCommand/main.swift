import Foundation
import WebKit

// A program with web views: the command runs as a task, the main thread runs the main loop.
Task { @MainActor in
  let code = await Tool.run(Array(CommandLine.arguments.dropFirst()))
  TemporaryFolder.removeAll()
  exit(code.rawValue)
}
#if os(Linux)
GLibMainLoop.run()
#else
RunLoop.main.run()
#endif
