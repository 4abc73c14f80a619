#if os(Linux)
import Foundation
import Testing

@testable import CausewayJOSE

/// The end of a process whose threads still compute signatures, as in a server that ends. By default OpenSSL frees the
/// threads' shared data when `exit` is called.
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
