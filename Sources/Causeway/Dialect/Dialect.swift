import CausewayJSON

/// One protocol: how a page's message becomes a request, and how an outcome becomes what the page expects.
///
/// A dialect never sees a web view and holds no state of a call: the ``Bridge`` keeps the calls, checks who may
/// make them and settles each once. A dialect that needs a case in the engine is a mistake in the engine.
@MainActor public protocol Dialect {
  /// The dialect's name on the wire and in traces: lower-case ASCII letters, digits and hyphens, such as `today`.
  var name: String { get }

  /// The scripts that give a page this dialect's surface, run in order at document start in every frame.
  var pageScripts: [PageScript] { get }

  /// What pages can ask for in this dialect, as far as it is known when the dialect is installed. Left out: nothing is.
  var capabilities: [Capability] { get }

  /// A capability that is not among ``capabilities``: for protocols whose names are not all known beforehand. Left out:
  /// there is none.
  func capability(named name: String) -> Capability?

  /// Whom this dialect serves, whatever is asked. A frame that it refuses does not learn which capabilities there are.
  /// Left out: each capability's own policy decides, and a name that nobody has is unknown in every frame.
  var policy: Policy? { get }

  /// What a body from the page means. Never throws: whatever a page can send has a meaning, if only
  /// ``Incoming/malformed(_:reason:)``. A dialect that reads texts in a body keeps within the limits.
  func decode(_ body: Body, within limits: Limits) -> Incoming

  /// What the beginning of a body that cannot be read says of how to answer it, because it is too large or nests too deep.
  /// Of the others the correlation alone counts. ``/CausewayJSON/JSONPrefix`` reads such beginnings. Left out: nothing.
  func salvage(_ beginning: Substring) -> Request

  /// What the page gets for an outcome, the failures of the engine included.
  func encode(_ outcome: Outcome, of request: Request) -> Reply

  /// The body that tells the page how far a request has come, or nil if this dialect has no such message.
  func encode(progress: JSONValue, of request: Request) -> JSONValue?

  /// The body that tells the page of an event, or nil if this dialect has none.
  func encode(event name: String, data: JSONValue?) -> JSONValue?

  /// The body that asks the page something, or nil if this dialect cannot.
  func encode(call name: String, parameters: JSONValue?) -> JSONValue?

  /// Told of each request and event that fails, before it is answered: for protocols whose app is told what went wrong.
  /// Left out: nobody is told but observers and, of what the page hears nothing, the log.
  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame)

  /// Told when a script of the page threw as it took a message of this dialect, in the page's own words. Left out: nobody
  /// is told but observers, and the log without the words.
  func pageDidThrow(_ description: String, in frame: Frame)
}

extension Dialect {
  /// Every capability is asked for by name.
  public var capabilities: [Capability] { [] }

  /// Every capability is known beforehand.
  public func capability(named name: String) -> Capability? { nil }

  /// Each capability decides by itself.
  public var policy: Policy? { nil }

  /// A request that is answered by settling the page's promise.
  public func salvage(_ beginning: Substring) -> Request { Request(capability: "") }

  /// A dialect in which a request has one answer and nothing before it.
  public func encode(progress: JSONValue, of request: Request) -> JSONValue? { nil }

  /// A dialect without events.
  public func encode(event name: String, data: JSONValue?) -> JSONValue? { nil }

  /// A dialect in which the app asks the page nothing.
  public func encode(call name: String, parameters: JSONValue?) -> JSONValue? { nil }

  /// A dialect whose app need not know.
  public func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {}

  /// A dialect whose app need not know.
  public func pageDidThrow(_ description: String, in frame: Frame) {}
}

/// What a page passed, as it arrived.
public enum Body: Hashable, Sendable {
  /// A value that JSON can express.
  case value(JSONValue)
  /// `undefined`, or nothing.
  case undefined
  /// Something that is not JSON, or that the page could not write as JSON (a cycle, a BigInt); the reason in words.
  case unreadable(String)

  /// The value, if there is one.
  public var value: JSONValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// What a body means in its dialect.
public enum Incoming: Sendable {
  /// The page asks for a capability and expects an answer.
  case request(Request)
  /// The page tells something and expects no answer.
  case event(name: String, data: JSONValue?)
  /// Not a message of this dialect. The request says how it is to be answered, if it can be, and its parameters are what
  /// observers may see of the body.
  case malformed(Request, reason: String)
}

/// A request of a page, in the words of its dialect.
public struct Request: Hashable, Sendable {
  /// The capability asked for; empty when the body does not say.
  public var capability: String
  /// Its parameters, as the page wrote them.
  public var parameters: JSONValue
  /// What the dialect needs to write the answer, such as an id that pairs the two. Of a document's open requests no two
  /// have the same: the second ends in ``Failure/duplicate``.
  public var correlation: JSONValue?

  /// A request for a capability.
  public init(capability: String, parameters: JSONValue = .null, correlation: JSONValue? = nil) {
    self.capability = capability
    self.parameters = parameters
    self.correlation = correlation
  }
}

/// What the page gets for a request.
public enum Reply: Hashable, Sendable {
  /// The page's promise resolves, with `undefined` for nil.
  case resolve(JSONValue?)
  /// The page's promise rejects. A string becomes an `Error` with that message; any other value is passed as it is.
  case reject(JSONValue)
  /// The dialect's page script gets this body: for protocols that answer by a message of their own.
  case message(JSONValue)
  /// Nothing: the page expects no answer.
  case none
}
