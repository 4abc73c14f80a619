/// What a bridge takes from one document before it refuses.
public struct Limits: Hashable, Sendable {
  /// The largest message, in bytes of its JSON text. Default: 32 MiB, room for a photograph in base64.
  public var messageBytes = 32 << 20
  /// How deep a message's arrays and objects may nest. Default: 512.
  public var messageDepth = 512
  /// How many requests of one document may be open at once. Default: 16,384.
  public var openRequests = 16_384
  /// How much the app may have waiting for a page that takes nothing, in bytes, before events and calls are refused and
  /// the page's requests are dropped. Answers to open requests always wait. Default: 64 MiB.
  public var queuedBytes = 64 << 20
  /// How many bytes that travel beside messages may wait for a document, and as many from it. Default: 64 MiB.
  public var waitingBytes = 64 << 20
  /// How long an answer may take where the capability does not say. Default: 30 seconds.
  public var deadline: Duration = .seconds(30)

  /// The defaults.
  public static let standard = Limits()

  /// How long something may take; nil for ever.
  func duration(of deadline: Capability.Deadline) -> Duration? {
    switch deadline {
    case .standard: self.deadline
    case .after(let duration): duration
    case .never: nil
    }
  }

  /// The defaults, to be changed.
  public init() {}
}
