#if os(Linux)
import Causeway
import CausewayJSON
import CausewayPrompts
import CausewayTool
import Foundation

/// The prompts that wait for an answer of a client of the driver, oldest first.
@MainActor final class DriverPrompts {
  /// The kinds of prompts.
  enum Kind: String, CaseIterable {
    case login
    case payment
    case paymentMethods
    /// A request that the user approves or declines.
    case approval
    /// A request for which the user chooses a picture.
    case picture
  }

  /// A question of the app to its user.
  struct Question {
    let kind: Kind
    let `protocol`: BridgeProtocol?
    let title: String
    /// The requesting frame; nil for the app itself.
    let requester: JSONValue
    /// The remaining members for the client.
    var details: JSONObject = [:]
  }

  /// The answer of a client.
  enum Answer: Sendable {
    /// - Parameter email: the address for a login; nil for the usual one.
    case approve(picture: PictureFile?, email: String?)
    case decline
    /// The screen cannot be shown.
    case fail
  }

  /// A prompt that waits.
  @MainActor final class Waiting {
    let id: String
    let question: Question
    fileprivate let answer = OneShot<Answer>()

    fileprivate init(id: String, _ question: Question) {
      self.id = id
      self.question = question
    }

    var json: JSONValue {
      var object: JSONObject = [
        "id": .string(id), "kind": .string(question.kind.rawValue),
        "protocol": question.protocol.map { .string($0.rawValue) } ?? .null, "title": .string(question.title),
        "requester": question.requester,
      ]
      for (key, value) in question.details { object[key] = value }
      return .object(object)
    }

    /// Answers the prompt. Returns false if it was already answered.
    func settle(_ answer: Answer) -> Bool { self.answer.settle(.success(answer)) }
  }

  /// The way in which prompts are answered: by a client, or automatically as the profile says.
  var standing: ProfileAnswer
  private(set) var waiting: [Waiting] = []
  private var latest = 0
  private var observers: [UUID: @MainActor () -> Void] = [:]

  init(standing: ProfileAnswer) {
    self.standing = standing
  }

  /// Waits for the client's answer. Cancelling the task withdraws the prompt.
  func ask(_ question: Question) async throws -> Answer {
    latest += 1
    let prompt = Waiting(id: "p\(latest)", question)
    waiting.append(prompt)
    defer { waiting.removeAll { $0 === prompt } }
    for observer in observers.values { observer() }
    return try await prompt.answer.value()
  }

  /// Waits for a prompt.
  ///
  /// - Parameter matches: returns whether the prompt is the wanted one.
  /// - Returns: the oldest prompt that matches; nil if there is none before the timeout.
  func next(within timeout: Duration, where matches: @escaping @MainActor (Waiting) -> Bool) async -> Waiting? {
    func find() -> Waiting? { waiting.first { !$0.answer.isSettled && matches($0) } }
    if let prompt = find() { return prompt }
    let (id, found) = (UUID(), OneShot<Waiting?>())
    observers[id] = { if let prompt = find() { found.settle(.success(prompt)) } }
    let alarm = Task {
      try await Task.sleep(for: timeout)
      found.settle(.success(nil))
    }
    defer {
      alarm.cancel()
      observers[id] = nil
    }
    // The value throws only if this task is cancelled, and then nobody waits for the prompt.
    return (try? await found.value()) ?? nil
  }
}
#endif
