#if !os(iOS)
import Foundation
import OnsideTestSupport
import ProgramTestSupport
import Testing

@testable import OnsideCore

@Suite("Events of a process that is killed")
struct EventKillTests {
  @Test("Events that were flushed before a kill are sent after it, once and in order", arguments: [1, 40, 130])
  func killed(after count: Int) async throws {
    let folder = try TestFolder()
    let process = Process()
    process.executableURL = BuiltPrograms.named("EventProgram")
    process.arguments = [folder.file("events").path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let watch = watchdog(of: process.processIdentifier, "EventProgram")
    defer { watch.cancel() }
    var lines = 0
    while lines < count, let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == 0x0a { lines += 1 }
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(lines == count)

    let sink = TestSink()
    let log = Log()
    let queue = EventQueue(file: folder.file("events"), sink: sink) { log.write($0) }
    await queue.flush()
    let names = await sink.names
    // Allow one more event, which may have been written before the kill but not reported.
    #expect(names.count >= count && names == (1...names.count).map { "event\($0)" })
    #expect(log.lines.isEmpty)
  }
}
#endif
