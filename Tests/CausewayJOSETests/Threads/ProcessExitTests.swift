#if os(Linux)
import Foundation
import Testing

@testable import CausewayJOSE

/// A server that is told to end has threads that are at work. OpenSSL frees what they share when `exit` is called, unless
/// it is told not to.
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
