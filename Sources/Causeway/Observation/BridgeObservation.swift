import CausewayJSON

/// One thing that passed a bridge, with secrets redacted.
public struct BridgeObservation: Hashable, Sendable {
  /// Which way it went.
  public enum Direction: String, Hashable, Sendable {
    /// From the page to the app.
    case fromPage = "page→app"
    /// From the app to the page.
    case toPage = "app→page"
  }

  /// What it was.
  public enum Kind: String, Hashable, Sendable {
    /// A document appeared.
    case opened
    /// A document went away.
    case closed
    /// The page asked for a capability.
    case request
    /// A request ended; ``BridgeObservation/failure`` says why if it was not answered.
    case reply
    /// Something was told that expects no answer.
    case event
    /// The app asked the page.
    case call
    /// The page answered a call of the app.
    case answer
    /// The page was told how far its request has come.
    case progress
    /// A script of the page threw as it took a message; ``BridgeObservation/failure`` has the page's words.
    case thrown
    /// Something was dropped because it means nothing; ``BridgeObservation/failure`` says why.
    case discarded
  }

  /// When, since the bridge was made.
  public var time: Duration
  /// Which way it went.
  public var direction: Direction
  /// What it was.
  public var kind: Kind
  /// The document at the other end.
  public var frame: Frame
  /// The dialect, where one is involved.
  public var dialect: String?
  /// The capability, event or call.
  public var name: String?
  /// Pairs a request with its reply and a call with its answer, within one document and direction.
  public var call: UInt64?
  /// The body, redacted; nil for `undefined` and where there is none.
  public var body: JSONValue?
  /// How many bytes came along, which observers do not see.
  public var bytes: Int?
  /// Why a request was not answered or something was dropped, redacted.
  public var failure: String?
  /// What the app alone may know of the failure, redacted: the error that the handler threw, or whom the policy serves.
  public var cause: String?
}

extension BridgeObservation {
  /// The observation as one JSON object, its members in reading order: a line of a trace.
  public var json: JSONValue {
    let microseconds = time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
    var object: JSONObject = [
      "ms": .number(Double(microseconds) / 1_000), "direction": .string(direction.rawValue),
      "kind": .string(kind.rawValue),
      "document": .string("\(frame.document)"), "mainFrame": .bool(frame.isMainFrame),
      "origin": .string("\(frame.origin)"),
    ]
    object["protocol"] = dialect.map(JSONValue.string)
    object["name"] = name.map(JSONValue.string)
    object["call"] = call.map { .number(Double($0)) }
    object["body"] = body
    object["bytes"] = bytes.map { .number(Double($0)) }
    object["failure"] = failure.map(JSONValue.string)
    object["cause"] = cause.map(JSONValue.string)
    return .object(object)
  }
}
