import CausewayJSON
import Foundation

/// The queue for the events of `trackEvent`: it keeps them in a file, and sends them to a sink.
///
/// An event is in the file soon after it was tracked, and stays there until the sink has accepted it, so the event
/// survives the end of the process. Events are sent in order, in batches. When the sink throws, the batch is sent again
/// after a delay, which grows with each failure. The number of kept events is limited. If there are more, the oldest
/// events are dropped, with a warning. Events are only statistics, so no method of the queue throws; errors are logged.
package final class EventQueue: Sendable {
  private let inbox: EventInbox
  private let worker: EventWorker
  private let log: @Sendable (String) -> Void

  /// Opens the file and sends the events that it still contains. Creates the file and its folder if they are missing.
  ///
  /// - Parameters:
  ///   - file: the file with the events; no other process may use it.
  ///   - clock: measures the delay between a failure and the next attempt.
  ///   - log: receives the warnings, on any thread. They name events and parameters, and never contain a value.
  package init(
    file: URL, sink: any OnsideEventSink, clock: any Clock<Duration> = ContinuousClock(),
    limits: EventLimits.Queue = .init(), log: @escaping @Sendable (String) -> Void
  ) {
    self.log = log
    inbox = EventInbox(limits: limits)
    worker = EventWorker(file: file, inbox: inbox, sink: sink, clock: clock, limits: limits, log: log)
    wake()
  }

  /// Adds an event, and returns at once. If there are too many parameters, the first ones are kept.
  package func track(_ name: String, _ parameters: [(String, JSONValue)]) {
    let (event, warnings) = EventValidator.validate(name: name, parameters: parameters)
    for warning in warnings { log(warning) }
    if let event, inbox.add(event) { wake() }
  }

  /// A closure that adds events to this queue, for the initializer of ``OnsideClient``.
  package var tracker: OnsideClient.Tracker { { name, parameters in self.track(name, parameters) } }

  /// Waits until all tracked events are in the file, and either were sent or could not be sent in one more attempt. If
  /// the file cannot be used, this method logs the error and returns; the events then wait in memory for a later
  /// attempt.
  package func flush() async { await worker.flush() }

  /// Writes the tracked events to the file, waits for the sink's answer to the current batch, and closes the file.
  /// Later events are dropped. The events that were not sent stay in the file, and the next queue for this file sends
  /// them.
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
