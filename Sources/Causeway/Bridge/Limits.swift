/// Limits on the messages, open requests and waiting bytes of one document.
public struct Limits: Hashable, Sendable {
  /// The maximum size of a message, in bytes of its JSON text. Default: 32 MiB, enough for a photograph in base64.
  public var messageBytes = 32 << 20
  /// The maximum depth of nested arrays and objects in a message. Default: 512.
  public var messageDepth = 512
  /// The maximum number of open requests of one document. Default: 16,384.
  public var openRequests = 16_384
  /// The maximum number of bytes that may wait for a page that does not accept packets. Above this limit, events and
  /// calls are refused and the page's new requests are dropped. Answers to open requests are always queued. Default: 64
  /// MiB.
  public var queuedBytes = 64 << 20
  /// The maximum number of bytes of binary data that wait until the app or the page takes them. Default: 64 MiB in each
  /// direction.
  public var waitingBytes = 64 << 20
  /// The maximum number of bytes of stream values that may wait until the app reads them, for all streams of a document
  /// together. The page runtime holds values back before they reach this limit. Default: 64 MiB.
  public var streamedBytes = 64 << 20
  /// The maximum number of calls with keys that run or whose outcomes are kept, for all pages of an origin together.
  /// Default: 1,024.
  public var keyedCalls = 1_024
  /// The maximum size of the outcomes that are kept for calls with keys, in bytes of JSON, for all pages of an origin
  /// together. The outcomes for all origins may have four times this size. Default: 4 MiB.
  public var keptOutcomeBytes = 4 << 20
  /// The time for which the outcome of a call with a key is kept. Default: 10 minutes.
  public var keptOutcomeDuration: Duration = .seconds(600)
  /// The timeout of a request if its capability sets no timeout, and of a call to the page. Default: 30 seconds.
  public var deadline: Duration = .seconds(30)

  /// The default limits.
  public static let standard = Limits()

  /// The maximum size of the outcomes that are kept for all origins together, in bytes of JSON. Without this limit, a
  /// page with frames of many origins could fill the app's memory.
  var totalKeptOutcomeBytes: Int {
    let (total, isTooLarge) = keptOutcomeBytes.multipliedReportingOverflow(by: 4)
    return isTooLarge ? .max : total
  }

  /// Returns the timeout for a capability's deadline setting; nil for no timeout.
  func duration(of deadline: Capability.Deadline) -> Duration? {
    switch deadline {
    case .standard: self.deadline
    case .after(let duration): duration
    case .never: nil
    }
  }

  /// Creates the default limits, which the app can change.
  public init() {}
}
