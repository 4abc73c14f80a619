import Causeway
import CausewayContract
import CausewayJSON

/// A dialect whose capabilities answer as in a trace. The policies, the forms of messages and the page scripts are those of
/// the dialect that it wraps.
@MainActor final class RecordedDialect: WrappedDialect {
  let wrapped: any Dialect
  private let recording: Recording
  private let listed: [String: Capability]
  /// The members of the contract that pages use, by their names.
  private let members: [String: Contract.Member]

  init(_ dialect: any Dialect, _ recording: Recording) {
    wrapped = dialect
    self.recording = recording
    let members = dialect.contract?.members.filter { $0.caller == .page } ?? []
    self.members = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    listed = Dictionary(dialect.capabilities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  func capability(named name: String) -> Capability? {
    guard let found = listed[name] ?? wrapped.capability(named: name) else { return nil }
    let answer = { @MainActor [recording, name = wrapped.name] in try await recording.answer(name, found.name) }
    let (policy, sensitivity) = (found.policy, found.sensitivity)
    switch members[name]?.form {
    case .stream:
      // A trace does not have the values, so the stream ends without any.
      return Capability(
        name, policy: policy, sensitivity: sensitivity,
        streaming: { (_: JSONValue, _) in
          _ = try await answer()
          return AsyncStream<JSONValue> { $0.finish() }
        })
    case .upload where members[name]?.elements == .bytes:
      return Capability(
        name, policy: policy, sensitivity: sensitivity,
        receiving: { (_: JSONValue, _: PageValues<Bytes>, _) in try await answer() ?? .null })
    case .upload:
      return Capability(
        name, policy: policy, sensitivity: sensitivity,
        receiving: { (_: JSONValue, _: PageValues<JSONValue>, _) in try await answer() ?? .null })
    case .call, .event, nil:
      return Capability(
        name, policy: policy, deadline: .never, sensitivity: sensitivity, json: { _, _ in try await answer() })
    }
  }

  /// Returns the answer of the trace, with the number that the page has given this request. The engine's own failures are
  /// encoded as usual.
  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    let recorded: JSONValue?
    var shape = outcome
    switch outcome {
    case .success(let body):
      recorded = body
      shape = .success(nil)
    case .failure(.handler(let failure as RecordedFailure)): recorded = failure.body
    case .failure: return wrapped.encode(outcome, of: request)
    }
    return switch wrapped.encode(shape, of: request) {
    case .resolve(let value): .resolve(answer(recorded, like: value, to: request))
    case .reject(let value): .reject(answer(recorded, like: value, to: request) ?? value)
    case .message(let value): .message(answer(recorded, like: value, to: request) ?? value)
    case .none: .none
    }
  }

  /// Returns the recorded answer with the members of `shape` that pair it with the request.
  private func answer(_ recorded: JSONValue?, like shape: JSONValue?, to request: Request) -> JSONValue? {
    guard let id = request.correlation, case .object(let members)? = shape, case .object(var answer)? = recorded else {
      return recorded
    }
    for (name, value) in members {
      answer[name] = value == id ? id : self.answer(answer[name], like: value, to: request)
    }
    return .object(answer)
  }
}
