import Testing

@testable import CausewayCommand

@Suite("A profile's fixed answer to every prompt") struct StandingAnswerTests {
  @Test func aFixedAnswerIsReturnedWithoutAPrompt() async throws {
    #expect(try await StandingAnswer.approve.ask(.payment) == .approved(picture: nil))
    #expect(try await StandingAnswer.decline.ask(.payment) == .declined)
  }

  @Test func aCancelledTaskGetsNoAnswer() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await StandingAnswer.approve.ask(.payment)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
