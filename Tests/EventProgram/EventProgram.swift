import Foundation
import OnsideCore

/// A process for the tests of events. The process tracks events until it is killed. Its sink refuses all events, so the
/// events stay in the queue's file.
@main
enum EventProgram {
  struct Sink: OnsideEventSink {
    func send(_ events: [OnsideEvent]) async throws { throw CocoaError(.featureUnsupported) }
  }

  static func main() async {
    guard CommandLine.arguments.count == 2 else { return }
    let queue = EventQueue(file: URL(fileURLWithPath: CommandLine.arguments[1]), sink: Sink()) { _ in }
    for number in 1... {
      queue.track("event\(number)", [("number", .number(Double(number)))])
      await queue.flush()
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }
}
