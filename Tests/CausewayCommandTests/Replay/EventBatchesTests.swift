import CausewayJSON
import CausewayPrompts
import Testing

@testable import CausewayCommand

@MainActor @Suite("The events of a replay") struct EventBatchesTests {
  @Test func aCallIsAnsweredWhenItsAnswerIsPlayed() async throws {
    let batches = EventBatches([.success(1), .success(2)])
    let first = Task { try await batches.answer() }
    batches.take(["a"])
    #expect(try await batches.next(1) == ["a"])
    batches.playAnswer()
    #expect(try await first.value == 1)
    // The trace may have an answer before the app's call.
    batches.playAnswer()
    #expect(try await batches.answer() == 2)
  }

  @Test func moreCallsThanInTheTraceGetItsLastAnswer() async throws {
    let batches = EventBatches([.success(1)])
    let app = Task {
      batches.take(["a"])
      let first = try await batches.answer()
      batches.take(["b"])
      let second = try await batches.answer()
      return [first, second]
    }
    #expect(try await batches.next(2) == ["a", "b"])
    batches.playAnswer()
    // The third event is in the trace's next call, and the app sends it after the answer to its second call.
    let third = Task { try await batches.next(1) }
    #expect(try await app.value == [1, 1])
    batches.take(["c"])
    #expect(try await third.value == ["c"])
    #expect(!batches.hasSurplus)
  }

  @Test func aMessageThatComesOnlyAfterTheAnswerArrives() async throws {
    let batches = EventBatches([.success(1)])
    let question = OneShot<String>()
    let app = Task {
      let answer = try await batches.answer()
      question.settle(.success("question"))
      return answer
    }
    #expect(try await batches.answering { try await question.value() } == "question")
    #expect(try await app.value == 1)
    batches.playAnswer()
  }

  @Test func aCallWithoutAnAnswerInTheTraceEndsWithTheReplay() async throws {
    let batches = EventBatches([])
    let call = Task { try await batches.answer() }
    let message = Task { try await batches.next(1) }
    await Task { @MainActor in }.value
    batches.take(["a"])
    #expect(try await message.value == ["a"])
    batches.end(CancellationError())
    await #expect(throws: CancellationError.self) { try await call.value }
  }
}
