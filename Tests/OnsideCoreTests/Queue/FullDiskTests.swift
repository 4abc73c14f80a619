#if os(Linux)
import Foundation
import MountTestSupport
import ProgramTestSupport
import Testing

/// A real disk that becomes full while the queue writes to it.
@Suite(.enabled(if: Mounting.isAllowed)) struct FullDiskTests {
  private static var program: URL { BuiltPrograms.named("ShopProgram") }

  @Test func onAFullDiskUnrecordedPaymentsAreNotMadeAndPaidOnesAreKept() throws {
    let (queue, orders) = (try TestFolder(), try TestFolder())
    let output = try Mounting.run(
      """
      mount -t tmpfs -o size=2M tmpfs "$1"
      dd if=/dev/zero of="$1/other" bs=1k count=100 2>&1 | tail -n 0
      "$2" "$1" "$3"
      "$2" "$1" "$3"
      """, queue.root, Self.program, orders.root)
    // The queue logs a line for each failed write. Remove these lines, because they stand between the lines of the
    // output.
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("The payment queue could not be saved") }
    let told = try #require(
      try #/failed after (\d+), paid (\d+)\nwith room (\d+), paid (\d+)\nat first (\d+)$/#
        .firstMatch(in: lines.joined(separator: "\n")),
      "\(output)")
    let (purchased, paid) = (try #require(Int(told.1)), try #require(Int(told.2)))
    #expect(purchased > 10 && purchased == paid, "\(output)")
    #expect(Int(told.3) == paid + 1 && Int(told.4) == paid + 1, "\(output)")
    // The last launch finds the paid transactions, and also the failed one if the queue could record it.
    #expect(try #require(Int(told.5)) >= paid + 1, "\(output)")
    #expect(output.contains("The payment queue could not be saved: the disk is full"), "\(output)")
  }
}
#endif
