import CausewayContract
import CausewayJSON

// A handler that contains no `await` gets one of these initializers, because Swift prefers them for it. The engine then
// needs no task. A task would cost as much as a third of a small request.

extension Capability {
  /// Creates a capability that receives plain JSON values and returns plain JSON values at once. A nil result is
  /// `undefined` in the page.
  public init(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    json handler: @escaping @MainActor (JSONValue, Call) throws -> JSONValue?
  ) {
    self.init(name, policy, deadline, sensitivity, .computing(handler), .derived(Contract.Member.untyped))
  }

  /// Creates a capability with typed parameters and a typed result that is returned at once.
  ///
  /// If the parameters cannot be decoded, the request ends with ``Failure/invalidParameters(_:)`` and the handler is
  /// not called. If the handler throws, the request ends with ``Failure/handler(_:)``.
  public init<Parameters: Decodable & Sendable, Result: Encodable>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    handler: @escaping @MainActor (Parameters, Call) throws -> Result
  ) {
    self.init(
      name, policy, deadline, sensitivity,
      .computing { json, call in try encodeResult(try handler(json.decodeParameters(), call)) },
      .derived { .derived($0, .call, Parameters.self, result: Result.self, in: &$1) })
  }
}
