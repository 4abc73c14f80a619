import CausewayContract
import CausewayJSON

/// A dialect that wraps another dialect, and forwards each requirement that it does not implement itself. It lists no
/// ``Dialect/capabilities``, so ``Dialect/capability(named:)`` decides about every name.
@MainActor package protocol WrappedDialect: Dialect {
  /// The dialect that is wrapped.
  var wrapped: any Dialect { get }
}

extension WrappedDialect {
  package var name: String { wrapped.name }
  package var pageScripts: [PageScript] { wrapped.pageScripts }
  package var policy: Policy? { wrapped.policy }
  package var defaultPolicy: Policy? { wrapped.defaultPolicy }
  package var contract: Contract? { wrapped.contract }
  package var mistakes: [String] { wrapped.mistakes }

  package func decode(_ body: Body, within limits: Limits) -> Incoming { wrapped.decode(body, within: limits) }
  package func salvage(_ beginning: Substring) -> Request { wrapped.salvage(beginning) }
  package func encode(_ outcome: Outcome, of request: Request) -> Reply { wrapped.encode(outcome, of: request) }

  package func encode(progress: JSONValue, of request: Request) -> JSONValue? {
    wrapped.encode(progress: progress, of: request)
  }

  package func encode(event name: String, data: JSONValue?) -> JSONValue? { wrapped.encode(event: name, data: data) }

  package func encode(call name: String, parameters: JSONValue?) -> JSONValue? {
    wrapped.encode(call: name, parameters: parameters)
  }

  package func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    wrapped.requestDidFail(request, with: failure, in: frame)
  }

  package func pageDidThrow(_ description: String, in frame: Frame) { wrapped.pageDidThrow(description, in: frame) }
}
