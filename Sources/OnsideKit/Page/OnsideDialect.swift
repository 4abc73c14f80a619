import Causeway
import CausewayJSON

/// The private wire under `window.onside`: `{ method, argument }`, `{ early }` and `{ handlers }` in, `{ events }` and
/// `{ question }` out. A request rejects with `{ error }`, the protocol's own, or `{ code }`, the bridge's.
struct OnsideDialect: Dialect {
  let capabilities: [Capability]
  let policy: Policy?
  /// Told of calls that nobody waits for and that came to nothing.
  let log: PageLog

  /// The capability for methods that are called before the document is initialised.
  static let early = "early"
  /// The event that tells which callbacks have handlers.
  static let handlers = "handlers"
  /// The call that delivers events.
  static let events = "events"
  /// The call that asks the gate.
  static let question = "question"

  var name: String { OnsideContract.dialect }

  var pageScripts: [PageScript] {
    [
      PageScript(
        PackageResources.onside_js, function: "onsideSurface",
        arguments: [.string(name), OnsideContract.tables])
    ]
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    if case .unreadable(let reason) = body { return .malformed(Request(capability: ""), reason: reason) }
    if let handlers = body.value?["handlers"] { return .event(name: Self.handlers, data: handlers) }
    if let method = body.value?["early"] { return .request(Request(capability: Self.early, parameters: method)) }
    guard let method = body.value?["method"]?.stringValue else {
      return .malformed(Request(capability: "", parameters: body.value ?? .null), reason: "the body has no method")
    }
    return .request(Request(capability: method, parameters: body.value?["argument"] ?? .null))
  }

  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    switch outcome {
    case .success(let value): .resolve(value)
    case .failure(.handler(let error as any JSError)): .reject(["error": error.json])
    case .failure(let failure): .reject(["code": .string(OnsideBridgeError(failure).rawValue)])
    }
  }

  func encode(call name: String, parameters: JSONValue?) -> JSONValue? {
    [name: parameters ?? .null]
  }

  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    guard let method = OnsideContract.Method(rawValue: request.capability), !method.isPromise else { return }
    // A sub-frame has no methods: who goes around that needs no help to find a mistake.
    guard frame.isMainFrame else { return }
    log.write("\(method.rawValue) is ignored: \(failure.pageMessage)", of: frame.document)
  }
}

extension OnsideContract {
  /// What the page script is given.
  static var tables: JSONValue {
    let messages = OnsideBridgeError.allCases.map { ($0.rawValue, JSONValue.string($0.message)) }
    return [
      "global": .string(global), "initialize": .string(Method.initializeOnside.rawValue), "version": .string(version),
      "methods": .array(Method.allCases.map { [.string($0.rawValue), .string($0.kind)] }),
      "events": .array(Callback.allCases.filter { $0 != gate }.map { .string($0.rawValue) }),
      "gate": .string(gate.rawValue), "detached": .string(OnsideBridgeError.bridgeDetached.rawValue),
      "messages": .object(messages.reduce(into: JSONObject()) { $0[$1.0] = $1.1 }),
    ]
  }

  /// The callback that is asked.
  static let gate = Callback.shouldContinueTransaction
}

extension OnsideContract.Method {
  /// How the page script makes the method.
  fileprivate var kind: String {
    switch self {
    case .initializeOnside: "initialize"
    case .trackEvent: "track"
    default: (isPromise ? "ask" : "tell") + (argument == nil ? "" : "WithArgument")
    }
  }
}
