import Foundation

/// Something that happened in the app, for its publisher's statistics, within the limits of `trackEvent`.
public struct OnsideEvent: Hashable, Codable, Sendable {
  /// New for each event: who gets one twice, since a batch was sent again, can tell.
  public let id: UUID
  /// When it was tracked.
  public let date: Date
  /// A name of letters, digits and underscores, at most 40.
  public let name: String
  /// At most 25, in the order in which they were given, each name once.
  public let parameters: [Parameter]

  /// A parameter of an event.
  public struct Parameter: Hashable, Codable, Sendable {
    /// As an event's name.
    public let name: String
    /// Its value.
    public let value: Value
  }

  /// A value of a parameter.
  public enum Value: Hashable, Sendable {
    /// At most 100 characters.
    case string(String)
    /// Finite.
    case number(Double)
    /// True or false.
    case bool(Bool)
    /// At least one of the others, and no other array.
    case array([Value])
  }
}

/// Where events go: a file, the publisher's server, the service.
public protocol OnsideEventSink: Sendable {
  /// Takes a batch. If it throws, the same batch comes again later, perhaps in another process: then an event that was
  /// taken already is known by its id.
  func send(_ events: [OnsideEvent]) async throws
}
