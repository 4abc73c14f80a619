import CausewayPrompts
import OnsideCore

/// The user's answer to a payment sheet.
@MainActor final class PaymentApproval {
  enum Answer: Hashable, Sendable {
    case approved(OnsidePaymentApproval)
    case dismissed
    /// The sheet could not be shown.
    case failed

    func get() throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
      switch self {
      case .approved(let approval): return approval
      case .dismissed: throw .cancelled
      case .failed: throw .presentationFailed
      }
    }
  }

  private let settlement = OneShot<Answer>()

  /// Sets the answer. Has no effect if there is an answer already.
  func settle(_ answer: Answer) { settlement.settle(.success(answer)) }

  /// Waits for the answer. Cancelling the task dismisses the sheet.
  func result() async -> Answer { (try? await settlement.value()) ?? .dismissed }
}
