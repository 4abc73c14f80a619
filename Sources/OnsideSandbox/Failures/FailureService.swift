/// The failures that a tester simulates. They last until the store is closed.
package final class FailureService {
  /// The failures that are left.
  private(set) var current: [Failure] = []

  /// Replaces the failures. An empty list ends them.
  package func set(_ failures: [Failure]) { current = failures }

  /// Returns the next failure to simulate for an operation, and counts it down; nil if the call is to succeed.
  package func take(for operation: SandboxOperation) -> Failure? {
    guard let index = current.firstIndex(where: { $0.operation == operation && $0.times != 0 }) else { return nil }
    if let times = current[index].times { current[index].times = times - 1 }
    return current[index]
  }
}
