import CausewayTool
import Foundation
import OnsideMerchantCommand

// The commands run in a task, so that the main thread can run the main queue.
let words = Array(CommandLine.arguments.dropFirst())
Task { @MainActor in
  let code = await Tool.merchant.run(words)
  TemporaryFolder.removeAll()
  exit(code.rawValue)
}
#if os(Linux)
dispatchMain()
#else
RunLoop.main.run()
#endif
