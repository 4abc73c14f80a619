import CausewayTool
import Foundation
import WebKit

// Web views need a main loop, so the command runs as a task while the main thread runs the loop.
let words = Array(CommandLine.arguments.dropFirst())
Task { @MainActor in
  #if os(Linux)
  let code: ExitCode
  switch words.first {
  case DriverPage.word?: code = await DriverPage.run()
  case ShopPartMode.word?:
    ShopPartMode.endWithInput()
    code = await Tool.causeway.run(Array(words.dropFirst()))
  default: code = await Tool.causeway.run(words)
  }
  #else
  let code = await Tool.causeway.run(words)
  #endif
  TemporaryFolder.removeAll()
  exit(code.rawValue)
}
#if os(Linux)
GLibMainLoop.run()
#else
// Only commands that show pages start an application, because the other commands must work without a window server.
if Tool.causeway.showsPages(words) { PageApplication.run() }
RunLoop.main.run()
#endif
