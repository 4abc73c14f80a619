import Causeway
import CausewayPrompts
import OnsideCore

/// How a user answers a payment sheet.
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

  /// Answers; of no effect if there is an answer.
  func settle(_ answer: Answer) { settlement.settle(.success(answer)) }

  /// Waits for the answer. Cancelling the task dismisses the sheet.
  func result() async -> Answer { (try? await settlement.value()) ?? .dismissed }
}
