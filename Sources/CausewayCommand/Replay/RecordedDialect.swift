import Causeway
import CausewayContract
import CausewayJSON

/// A dialect whose capabilities answer as in a trace. The policies, the forms of messages and the page scripts are those of
/// the dialect that it wraps.
@MainActor final class RecordedDialect: Dialect {
  private let dialect: any Dialect
  private let recording: Recording
  private let listed: [String: Capability]
  /// The members of the contract that pages use, by their names.
  private let members: [String: Contract.Member]

  init(_ dialect: any Dialect, _ recording: Recording) {
    self.dialect = dialect
    self.recording = recording
    let members = dialect.contract?.members.filter { $0.caller == .page } ?? []
    self.members = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    listed = Dictionary(dialect.capabilities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  var name: String { dialect.name }
  var pageScripts: [PageScript] { dialect.pageScripts }
  var policy: Policy? { dialect.policy }
  var defaultPolicy: Policy? { dialect.defaultPolicy }
  var contract: Contract? { dialect.contract }

  func capability(named name: String) -> Capability? {
    guard let found = listed[name] ?? dialect.capability(named: name) else { return nil }
    let answer = { @MainActor [recording, dialect] in try await recording.answer(dialect.name, name) }
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

  func decode(_ body: Body, within limits: Limits) -> Incoming { dialect.decode(body, within: limits) }
  func salvage(_ beginning: Substring) -> Request { dialect.salvage(beginning) }

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
    case .failure: return dialect.encode(outcome, of: request)
    }
    return switch dialect.encode(shape, of: request) {
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

  func encode(progress: JSONValue, of request: Request) -> JSONValue? {
    dialect.encode(progress: progress, of: request)
  }

  func encode(event name: String, data: JSONValue?) -> JSONValue? { dialect.encode(event: name, data: data) }

  func encode(call name: String, parameters: JSONValue?) -> JSONValue? {
    dialect.encode(call: name, parameters: parameters)
  }

  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    dialect.requestDidFail(request, with: failure, in: frame)
  }

  func pageDidThrow(_ description: String, in frame: Frame) { dialect.pageDidThrow(description, in: frame) }
}
