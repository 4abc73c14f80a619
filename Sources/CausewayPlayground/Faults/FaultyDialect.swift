import Causeway
import CausewayContract
import CausewayJSON

/// A dialect whose capabilities have the faults that a person has chosen. Without a fault, it behaves like the dialect
/// that it wraps.
@MainActor final class FaultyDialect: Dialect {
  private let dialect: any Dialect
  private let faults: Faults
  private let listed: [String: Capability]

  init(_ dialect: any Dialect, _ faults: Faults) {
    self.dialect = dialect
    self.faults = faults
    listed = Dictionary(dialect.capabilities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  var name: String { dialect.name }
  var pageScripts: [PageScript] { dialect.pageScripts }
  var policy: Policy? { dialect.policy }
  var defaultPolicy: Policy? { dialect.defaultPolicy }
  var contract: Contract? { dialect.contract }
  var mistakes: [String] { dialect.mistakes }

  func capability(named name: String) -> Capability? {
    let found = listed[name] ?? dialect.capability(named: name)
    let subject = Faults.Subject(dialect: dialect.name, capability: name)
    if !name.isEmpty { faults.note(subject) }
    guard !faults.active.isEmpty, let fault = faults.active[subject] else { return found }
    switch fault {
    case .unknown: return nil
    case .delay(let time): return found?.checked { _ in try await Task.sleep(for: time) }
    case .failure(let code, let message):
      return found?.checked { _ in throw SimulatedFault(code: code, pageMessage: message) }
    case .offline: return found?.checked { _ in throw SimulatedFault.offline }
    case .silence:
      // Never answer. The sleep ends when the page goes away, because that cancels the task.
      return found?.checked(deadline: .never) { _ in try await Task.sleep(for: .seconds(1_000_000_000)) }
    }
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming { dialect.decode(body, within: limits) }
  func salvage(_ beginning: Substring) -> Request { dialect.salvage(beginning) }
  func encode(_ outcome: Outcome, of request: Request) -> Reply { dialect.encode(outcome, of: request) }

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
