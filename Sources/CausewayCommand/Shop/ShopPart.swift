#if os(Linux)
import CausewayDriver
import CausewayTool
import Foundation

/// A part of a shop, in the order in which the parts start.
enum ShopPart: String, CaseIterable {
  case store, backend, page

  /// The beginning of the line with which the part says that it is ready. The rest of the line is an address: for the page
  /// that of its inspector, which is the last one that the page's command prints.
  var announcement: String {
    switch self {
    case .store: "The store listens on "
    case .backend: "The publisher's backend listens on "
    case .page: "inspector  "
    }
  }
}

/// The process of a part.
@MainActor final class ShopProcess {
  /// A line of a part's output, or the end of its process.
  enum Event {
    case line(ShopPart, String)
    case ended(ShopPart, ChildProcess.End)
  }

  let part: ShopPart
  private let child: ChildProcess
  private let reading: Task<Void, Never>

  /// Starts the process of a part.
  ///
  /// - Parameters:
  ///   - words: the command line, without the program.
  ///   - environment: variables in addition to the environment of this process.
  ///   - report: takes what happens to the part.
  /// - Throws: the system's error.
  init(
    _ part: ShopPart, _ words: [String], environment: [String: String],
    report: @escaping @MainActor (Event) -> Void
  ) throws {
    self.part = part
    let child = try ChildProcess(["/proc/self/exe", ShopPartMode.word] + words) { words, input, output in
      try ChildProgram.start(words, input: input, output: output, error: output, environment: environment)
    }
    self.child = child
    reading = Task {
      for await line in child.lines { report(.line(part, String(decoding: line, as: UTF8.self))) }
      report(.ended(part, await child.ended()))
    }
  }

  /// Ends the process, and waits until its last lines are reported.
  func stop() async {
    // A server needs up to ten seconds for its current requests, and some more for closing its files.
    await child.stop(grace: .seconds(15))
    await reading.value
  }
}
#endif
