import CausewayContract
import CausewayJSON

/// A protocol between pages and the app: reads a page's message as a request, and writes an outcome as the page expects
/// it.
///
/// A dialect does not use a web view and stores no calls: the ``Bridge`` keeps the open calls, checks which frames may
/// make them and settles each call once. The engine treats all dialects alike.
@MainActor public protocol Dialect {
  /// The dialect's name on the wire and in traces: lower-case ASCII letters, digits and hyphens, such as `today`.
  var name: String { get }

  /// The scripts that define this dialect's objects in a page. They run in this order, at document start, in every
  /// frame.
  var pageScripts: [PageScript] { get }

  /// The capabilities that are known when the dialect is installed. The default is none.
  var capabilities: [Capability] { get }

  /// Returns the capability with a name that is not in ``capabilities``; nil if there is none. This method is for
  /// protocols whose names are not all known in advance. The default implementation returns nil.
  func capability(named name: String) -> Capability?

  /// The policy for all messages of this dialect. A frame that the policy refuses does not learn which capabilities
  /// exist. The default is nil: each capability's own policy decides, and a request for an unknown name ends with
  /// ``Failure/unknownCapability(_:)`` in every frame.
  var policy: Policy? { get }

  /// The policy of capabilities that state no policy. The default is nil: such a capability serves no frame.
  var defaultPolicy: Policy? { get }

  /// The dialect's part of ``Bridge/contract``. Deriving it may take time. The default is nil, for published protocols,
  /// whose contracts are published elsewhere.
  var contract: Contract? { get }

  /// The mistakes that the app made when it created the dialect. Each is a sentence, which also says how to fix the
  /// mistake. ``Bridge/install(_:)`` reports them. The default is none.
  var mistakes: [String] { get }

  /// Reads a body from the page. Never throws: a body that is not a message is ``Incoming/malformed(_:reason:)``. A
  /// dialect that parses JSON text inside a body must apply the limits to that text.
  func decode(_ body: Body, within limits: Limits) -> Incoming

  /// Reads the beginning of a body that is too large, and returns the request that the dialect needs for the answer. If
  /// the body cannot be parsed for another reason, only the returned correlation is used. ``/CausewayJSON/JSONPrefix``
  /// can parse such a beginning. The default implementation reads nothing.
  func salvage(_ beginning: Substring) -> Request

  /// Returns the answer that the page gets for an outcome. The outcome may be a failure of the engine.
  func encode(_ outcome: Outcome, of request: Request) -> Reply

  /// Returns the body that reports a request's progress to the page, or nil if this dialect has no such message.
  func encode(progress: JSONValue, of request: Request) -> JSONValue?

  /// Returns the body of an event for the page, or nil if this dialect has no such message.
  func encode(event name: String, data: JSONValue?) -> JSONValue?

  /// Returns the body of a call to the page, or nil if this dialect has no such message.
  func encode(call name: String, parameters: JSONValue?) -> JSONValue?

  /// Called for each request and event that fails, before it is answered, for protocols that inform the app of
  /// failures. The default implementation does nothing; observers always see the failure, and the log contains failures
  /// that the page does not see.
  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame)

  /// Called when a script of the page threw while it received a message of this dialect, with the page's description of
  /// the error. The default implementation does nothing; observers always see the description, and the log mentions the
  /// error without it.
  func pageDidThrow(_ description: String, in frame: Frame)
}

extension Dialect {
  /// No capabilities that are known in advance.
  public var capabilities: [Capability] { [] }

  /// Returns nil: every capability is in ``capabilities``.
  public func capability(named name: String) -> Capability? { nil }

  /// No policy: each capability's own policy decides.
  public var policy: Policy? { nil }

  /// No policy: a capability that states no policy serves no frame.
  public var defaultPolicy: Policy? { nil }

  /// No contract.
  public var contract: Contract? { nil }

  /// No mistakes.
  public var mistakes: [String] { [] }

  /// Returns a request without a correlation, which is answered by settling the page's promise.
  public func salvage(_ beginning: Substring) -> Request { Request(capability: "") }

  /// Returns nil: the dialect has no message for progress.
  public func encode(progress: JSONValue, of request: Request) -> JSONValue? { nil }

  /// Returns nil: the dialect has no events.
  public func encode(event name: String, data: JSONValue?) -> JSONValue? { nil }

  /// Returns nil: the dialect has no calls to the page.
  public func encode(call name: String, parameters: JSONValue?) -> JSONValue? { nil }

  /// Does nothing.
  public func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {}

  /// Does nothing.
  public func pageDidThrow(_ description: String, in frame: Frame) {}
}

/// The body of a message from a page.
public enum Body: Hashable, Sendable {
  /// A value that JSON can express.
  case value(JSONValue)
  /// `undefined`, or no value.
  case undefined
  /// A body that is not JSON, or that the page could not write as JSON (a cycle, a BigInt), with the reason.
  case unreadable(String)

  /// The value; nil for `undefined` and for an unreadable body.
  public var value: JSONValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// The meaning of a body in its dialect.
public enum Incoming: Sendable {
  /// The page calls a capability and expects an answer.
  case request(Request)
  /// The page asks for the outcome of an earlier call, which it made with ``Request/key``. Only the request's key and
  /// correlation are used.
  case resumption(Request)
  /// The page sends an event and expects no answer.
  case event(name: String, data: JSONValue?)
  /// The body is not a message of this dialect. The request contains the data that the dialect needs for an answer, as
  /// far as the body contains them. Its parameters are the part of the body that observers may see.
  case malformed(Request, reason: String)
}

/// A page's request, as its dialect read it.
public struct Request: Hashable, Sendable {
  /// The name of the capability; empty if the body does not name one.
  public var capability: String
  /// The parameters, as the page wrote them.
  public var parameters: JSONValue
  /// A value that the dialect needs to write the answer, such as an id that pairs the answer with the request. It is
  /// unique among the open requests of a document: a second request with the same value ends with
  /// ``Failure/duplicate``.
  public var correlation: JSONValue?
  /// A text with which a page can ask for the outcome after a reload; nil for none. A call with a key runs at most once
  /// for the pages of an origin, and continues when its page goes away.
  public var key: String?

  /// Creates a request.
  public init(
    capability: String, parameters: JSONValue = .null, correlation: JSONValue? = nil, key: String? = nil
  ) {
    self.capability = capability
    self.parameters = parameters
    self.correlation = correlation
    self.key = key
  }
}

/// The answer that the page gets for a request.
public enum Reply: Hashable, Sendable {
  /// Resolves the page's promise, with `undefined` for nil.
  case resolve(JSONValue?)
  /// Rejects the page's promise. A string becomes an `Error` with that message; any other value is passed as it is.
  case reject(JSONValue)
  /// Passes this body to the dialect's page script, for protocols that answer with messages instead of promises.
  case message(JSONValue)
  /// Sends no answer: the page expects none.
  case none
}
