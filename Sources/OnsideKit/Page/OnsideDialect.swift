import Causeway
import CausewayJSON

/// The private message format under `window.onside`. The page sends `{ method, argument }`, `{ early }` and `{ handlers
/// }`; the app sends `{ events }` and `{ question }`. A request rejects with `{ error }`, an error of the protocol, or
/// with `{ code }`, an error of the bridge.
struct OnsideDialect: Dialect {
  let capabilities: [Capability]
  let policy: Policy?
  /// The log for failed calls to methods that return no promise.
  let log: PageLog

  /// The capability for methods that are called before the document is initialized.
  static let early = "early"
  /// The event with which a page reports which callbacks have handlers.
  static let handlers = "handlers"
  /// The call that delivers events.
  static let events = "events"
  /// The call that asks the page's handler of `OnsideContract.gate`.
  static let question = "question"

  var name: String { OnsideContract.dialect }

  var pageScripts: [PageScript] { [OnsideContract.pageScript] }

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
    // Log only the main frame's mistakes. The page script gives sub-frames no methods, so a call from a sub-frame has
    // bypassed the script on purpose, and a warning would be of no use to the page's developer.
    guard frame.isMainFrame else { return }
    log.write("\(method.rawValue) is ignored: \(failure.pageMessage)", of: frame.document)
  }
}

extension OnsideContract {
  /// The script that defines `window.onside`.
  package static var pageScript: PageScript {
    PageScript(PackageResources.onside_js, function: "onsideSurface", arguments: [.string(dialect), tables])
  }

  /// The tables that the page script gets.
  package static var tables: JSONValue {
    let messages = OnsideBridgeError.allCases.map { ($0.rawValue, JSONValue.string($0.message)) }
    return [
      "global": .string(global), "initialize": .string(Method.initializeOnside.rawValue), "version": .string(version),
      "methods": .array(Method.allCases.map { [.string($0.rawValue), .string($0.kind)] }),
      "events": .array(Callback.allCases.filter { $0 != gate }.map { .string($0.rawValue) }),
      "gate": .string(gate.rawValue), "detached": .string(OnsideBridgeError.bridgeDetached.rawValue),
      "messages": .object(messages.reduce(into: JSONObject()) { $0[$1.0] = $1.1 }),
    ]
  }

  /// The callback that the app asks for a decision.
  static let gate = Callback.shouldContinueTransaction
}

extension OnsideContract.Method {
  /// The kind of function that the page script makes for the method.
  fileprivate var kind: String {
    switch self {
    case .initializeOnside: "initialize"
    case .trackEvent: "track"
    default: (isPromise ? "ask" : "notify") + (argument == nil ? "" : "WithArgument")
    }
  }
}
