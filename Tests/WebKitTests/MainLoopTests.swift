#if os(Linux)
import CWebKitGTK
import Foundation
import WebTestSupport
import XCTest

@testable import WebKit

/// GLib's event sources, which the main dispatch queue serves.
final class MainLoopTests: XCTestCase {
  /// The descriptors from which GLib has read a byte, in order.
  @MainActor private static var arrivals: [Int32] = []

  /// Makes GLib watch a descriptor until a byte arrives.
  @MainActor private func watch(_ descriptor: Int32) -> guint {
    g_unix_fd_add(
      descriptor, G_IO_IN,
      { descriptor, _, _ in
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        MainActor.assumeIsolated { MainLoopTests.arrivals.append(descriptor) }
        return 0
      }, nil)
  }

  /// Lets GLib check its sources, and returns after that.
  @MainActor private func turn() async {
    GLibPump.shared.wake()
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @MainActor func testADescriptorWithTheNumberOfAClosedOneIsWatched() async throws {
    try GLibMainLoop.start()
    Self.arrivals = []
    func makePipe() throws -> (reader: Int32, writer: Int32) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
      return (ends[0], ends[1])
    }
    let first = try makePipe()
    let second = try makePipe()
    defer { for descriptor in [first.reader, first.writer, second.writer] { close(descriptor) } }
    let source = watch(first.reader)
    await turn()
    // Within one turn, give the number of the watched descriptor to another pipe.
    g_source_remove(source)
    dup2(second.reader, first.reader)
    close(second.reader)
    _ = watch(first.reader)
    await turn()
    write(second.writer, "2", 1)
    try await eventually("the byte comes") { Self.arrivals == [first.reader] }
  }
}
#endif
