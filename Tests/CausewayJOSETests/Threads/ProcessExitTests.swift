#if os(Linux)
import Foundation
import Testing

@testable import CausewayJOSE

/// The end of a process whose threads still compute hashes, as in a server that exits. By default OpenSSL frees data
/// that these threads use when the process calls `exit`, and the threads would crash.
struct ProcessExitTests {
  @Test(arguments: 0..<5) func aProcessCanEndWhileOthersComputeSignatures(_: Int) async {
    await #expect(processExitsWith: .success) {
      let begun = DispatchSemaphore(value: 0)
      for _ in 0..<4 {
        Thread.detachNewThread {
          _ = SHA256Hash(of: "begun")
          begun.signal()
          while true { _ = SHA256Hash(of: "at work") }
        }
      }
      for _ in 0..<4 { begun.wait() }
      exit(EXIT_SUCCESS)
    }
  }
}
#endif
