import CausewayJSON
import CausewayPrompts
import Testing

@testable import CausewayCommand

@MainActor @Suite("The events of a replay") struct EventBatchesTests {
  /// An app that sends events in calls, each as soon as the one before was answered, as an Onside client does.
  @MainActor private final class App {
    private(set) var answers: [JSONValue?] = []
    private(set) var error: (any Error)?

    init(_ batches: EventBatches, _ calls: [JSONValue]...) {
      Task {
        do {
          for events in calls {
            batches.take(.array(events))
            answers.append(try await batches.answer(events.count))
          }
        } catch {
          self.error = error
        }
      }
    }
  }

  /// Lets the tasks of the main actor run that were created before.
  private func pause() async {
    for _ in 0..<10 { await Task { @MainActor in }.value }
  }

  @Test func aCallIsAnsweredWhenItsAnswerIsPlayed() async throws {
    let batches = EventBatches([1, 1], [.success(1), .success(2)])
    let app = App(batches, ["a"], ["b"])
    #expect(try await batches.next(1) == ["a"])
    await pause()
    #expect(app.answers == [])
    batches.playAnswer()
    await pause()
    #expect(app.answers == [1])
    #expect(try await batches.next(1) == ["b"])
    batches.playAnswer()
    await pause()
    #expect(app.answers == [1, 2] && !batches.hasSurplus)
  }

  @Test func anAnswerMayBePlayedBeforeTheCall() async throws {
    let batches = EventBatches([1], [.success(1)])
    batches.playAnswer()
    #expect(try await batches.answer(1) == 1)
  }

  @Test func moreCallsThanInTheTraceGetTheAnswerToTheirEvents() async throws {
    let batches = EventBatches([2, 1], [.success(1), .success(2)])
    let app = App(batches, ["a"], ["b"], ["c"])
    #expect(try await batches.next(2) == ["a", "b"])
    await pause()
    #expect(app.answers == [1], "the second call waits until its answer is played")
    batches.playAnswer()
    #expect(try await batches.next(1) == ["c"])
    batches.playAnswer()
    await pause()
    #expect(app.answers == [1, 1, 2])
  }

  @Test func fewerCallsThanInTheTraceGetTheAnswerToTheirLastEvent() async throws {
    let batches = EventBatches([1, 1], [.success(1), .success(2)])
    let app = App(batches, ["a", "b"])
    #expect(try await batches.next(1) == ["a"])
    batches.playAnswer()
    #expect(try await batches.next(1) == ["b"])
    batches.playAnswer()
    await pause()
    #expect(app.answers == [2])
  }

  @Test func aCallIsAnsweredWhileTheReplayWaitsForTheApp() async throws {
    let batches = EventBatches([1], [.success(1)])
    let app = App(batches, ["a"])
    #expect(try await batches.next(1) == ["a"])
    await pause()
    #expect(app.answers == [])
    try await batches.answering { await pause() }
    #expect(app.answers == [1])
  }

  @Test func aCallWithoutAnAnswerInTheTraceEndsWithTheReplay() async throws {
    let batches = EventBatches([1], [])
    let app = App(batches, ["a"])
    #expect(try await batches.next(1) == ["a"])
    try await batches.answering { await pause() }
    #expect(app.answers == [] && app.error == nil)
    batches.end(CancellationError())
    await pause()
    #expect(app.error is CancellationError)
  }
}
