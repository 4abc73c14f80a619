import Foundation

/// Somebody's wish that the program end: SIGINT, which Ctrl-C sends, or SIGTERM.
///
/// From its creation on, the first of these signals does not end the program any more. A second one does, for whoever
/// does not want to wait.
@MainActor final class Termination {
  private let signals: AsyncStream<Void>
  // They watch as long as somebody has them.
  private let sources: [any DispatchSourceSignal]

  init() {
    let numbers = [SIGINT, SIGTERM]
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    self.signals = signals
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in
        for number in numbers { signal(number, SIG_DFL) }
        continuation.finish()
      }
      source.resume()
      return source
    }
  }

  /// Waits for the first signal.
  func wait() async {
    for await _ in signals {}
  }
}
