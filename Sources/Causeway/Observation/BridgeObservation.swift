import CausewayJSON

/// One event at a bridge, with secrets redacted.
public struct BridgeObservation: Hashable, Sendable {
  /// The direction of the message.
  public enum Direction: String, Hashable, Sendable {
    /// From the page to the app.
    case fromPage = "page→app"
    /// From the app to the page.
    case toPage = "app→page"
  }

  /// The kind of the event.
  public enum Kind: String, Hashable, Sendable {
    /// A document appeared.
    case opened
    /// A document went away.
    case closed
    /// The page called a capability.
    case request
    /// A request ended; ``BridgeObservation/failure`` says why if it was not answered.
    case reply
    /// The page or the app sent an event, which expects no answer.
    case event
    /// The app called the page.
    case call
    /// The page answered a call of the app.
    case answer
    /// The app reported the progress of a request to the page, or the page reported the progress of a call to the app.
    case progress
    /// A script of the page threw while it received a message; ``BridgeObservation/failure`` has the page's description
    /// of the error.
    case thrown
    /// A line from the page could not be processed and was dropped; ``BridgeObservation/failure`` says why.
    case discarded
  }

  /// The time since the bridge was created.
  public var time: Duration
  /// The direction of the message.
  public var direction: Direction
  /// The kind of the event.
  public var kind: Kind
  /// The frame at the other end.
  public var frame: Frame
  /// The dialect's name; nil if no dialect is involved.
  public var dialect: String?
  /// The name of the capability, event or call; nil if none is involved.
  public var name: String?
  /// A number that pairs a request with its reply and a call with its answer, unique within one document and direction.
  public var call: UInt64?
  /// The body, redacted; nil for `undefined` and if there is no body.
  public var body: JSONValue?
  /// The number of bytes beside the message. Observers do not see the bytes themselves.
  public var bytes: Int?
  /// The reason why a request was not answered or a line was dropped, redacted.
  public var failure: String?
  /// Details of the failure that the page does not see, redacted: the error that the handler threw, or the policy that
  /// refused the frame.
  public var cause: String?
}

extension BridgeObservation {
  /// The observation as one JSON object for a line of a trace, with its members in reading order.
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
