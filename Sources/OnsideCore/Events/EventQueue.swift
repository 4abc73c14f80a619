import Causeway
import CausewayJSON
import Foundation

/// Takes the events of `trackEvent`, keeps them in a file, and sends them to a sink.
///
/// An event is in the file soon after it was tracked, and stays there until the sink has taken it: it survives the end
/// of the process. Events are sent in their order, in batches; when the sink throws, the batch is sent again after a
/// while, each time later. No more than so many are kept: the oldest are dropped, with a warning. Events are statistics,
/// so nothing here fails: what is wrong is logged.
package final class EventQueue: Sendable {
  private let inbox: EventInbox
  private let worker: EventWorker
  private let log: @Sendable (String) -> Void

  /// Begins with what is left in the file, which is made, with its folder, if it is missing.
  ///
  /// - Parameters:
  ///   - file: no other process's.
  ///   - clock: for the time between a failure and the next attempt.
  ///   - log: gets the warnings, on any thread. They name events and parameters, and never have a value.
  package init(
    file: URL, sink: any OnsideEventSink, clock: any Clock<Duration> = ContinuousClock(),
    limits: EventLimits.Queue = .init(), log: @escaping @Sendable (String) -> Void
  ) {
    self.log = log
    inbox = EventInbox(limits: limits)
    worker = EventWorker(file: file, inbox: inbox, sink: sink, clock: clock, limits: limits, log: log)
    wake()
  }

  /// Takes an event as a page gives it, its parameters in the page's order, and returns at once.
  package func track(_ name: String, _ parameters: [(String, JSONValue)]) {
    let (event, warnings) = EventValidator.validate(name: name, parameters: parameters)
    for warning in warnings { log(warning) }
    if let event, inbox.add(event) { wake() }
  }

  /// This queue, as a client takes it.
  package var tracker: OnsideClient.Tracker { { name, parameters in self.track(name, parameters) } }

  /// Returns when all that was tracked is in the file, and has been sent, or an attempt has failed.
  package func flush() async { await worker.flush() }

  /// Writes what was tracked into the file and lets that go, once the sink has answered for what it has. Later events
  /// are dropped. What was not sent is sent by the next queue of this file.
  package func shutdown() async {
    inbox.close()
    await worker.shutdown()
  }

  deinit {
    inbox.close()
    Task.detached { [worker] in await worker.shutdown() }
  }

  private func wake() {
    Task.detached(priority: .utility) { [worker] in await worker.wake() }
  }
}
