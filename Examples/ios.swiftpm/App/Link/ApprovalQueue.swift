import BitcoinLink
import Combine
import Foundation

/// The queue of questions for the user. The screen shows the first one.
@MainActor final class ApprovalQueue: ObservableObject {
  struct Question: Identifiable {
    let id: UUID
    let prompt: ApprovalPrompt
    fileprivate let continuation: CheckedContinuation<Bool, Never>
  }

  @Published private var questions: [Question] = []

  /// The question on the screen.
  var current: Question? { questions.first }

  /// Asks the user. If the page goes away, the task is cancelled and the question is withdrawn.
  func ask(_ prompt: ApprovalPrompt) async -> Bool {
    let id = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        questions.append(Question(id: id, prompt: prompt, continuation: continuation))
      }
    } onCancel: {
      Task { @MainActor in self.answer(id, isApproved: false) }
    }
  }

  /// Ends a question. Does nothing if the question was already answered or withdrawn.
  func answer(_ id: UUID, isApproved: Bool) {
    guard let index = questions.firstIndex(where: { $0.id == id }) else { return }
    questions.remove(at: index).continuation.resume(returning: isApproved)
  }
}
