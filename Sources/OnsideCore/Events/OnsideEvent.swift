import Foundation

/// An event in the app, for the statistics of the app's publisher, within the limits of `trackEvent`.
public struct OnsideEvent: Hashable, Codable, Sendable {
  /// The event's identifier. A receiver uses it to recognize an event that was sent twice.
  public let id: UUID
  /// The time at which the event was tracked.
  public let date: Date
  /// The name: at most 40 letters, digits and underscores.
  public let name: String
  /// At most 25 parameters with distinct names, in the order in which the page gave them.
  public let parameters: [Parameter]

  /// A parameter of an event.
  public struct Parameter: Hashable, Codable, Sendable {
    /// The name, with the same rules as ``OnsideEvent/name``.
    public let name: String
    /// The value, within the limits of `trackEvent`.
    public let value: Value
  }

  /// The value of a parameter: a string, a number, a boolean, or an array of these.
  public enum Value: Hashable, Sendable {
    /// A string of at most 100 characters.
    case string(String)
    /// A finite number.
    case number(Double)
    /// A boolean.
    case bool(Bool)
    /// A non-empty array of strings, numbers and booleans.
    case array([Value])
  }
}

/// A receiver of events: a file, the publisher's server, or the service.
public protocol OnsideEventSink: Sendable {
  /// Takes a batch. If this method throws, the same batch is sent again later, perhaps in another process. Use the ids
  /// to recognize events that were taken already.
  func send(_ events: [OnsideEvent]) async throws
}
