import Foundation
import WebKit

// The benchmark runs as a task, because the main thread runs the main loop.
Task { @MainActor in
  exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
}
#if os(Linux)
GLibMainLoop.run()
#else
RunLoop.main.run()
#endif
