import Causeway
import CausewayContract
import CausewayJSON

/// A dialect whose capabilities have the faults that a person has chosen. Without a fault, it behaves like the dialect
/// that it wraps.
@MainActor final class FaultyDialect: WrappedDialect {
  let wrapped: any Dialect
  private let faults: Faults
  private let listed: [String: Capability]

  init(_ dialect: any Dialect, _ faults: Faults) {
    wrapped = dialect
    self.faults = faults
    listed = Dictionary(dialect.capabilities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  func capability(named name: String) -> Capability? {
    let found = listed[name] ?? wrapped.capability(named: name)
    let subject = Faults.Subject(dialect: wrapped.name, capability: name)
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
}
