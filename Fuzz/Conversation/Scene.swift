import CausewayJSON
import CausewayTesting
import FuzzSupport

@testable import Causeway

/// An app with a bridge that has small limits, and a document that sends the packets of the input.
@MainActor final class Scene {
  private let bridge: Bridge
  private let page = RecordingPage()
  private let clock = ManualClock()
  private let conversation: Conversation
  private var handlers: [Pending] = []
  /// The app's calls that have not ended.
  private var openCalls = 0
  /// The app's readers of the page's streams.
  private var readers: [Task<Void, Never>] = []

  /// The continuation or the responder with which a waiting handler can end its request.
  private enum Pending {
    case continuation(CheckedContinuation<JSONValue?, any Error>)
    case responder(ResponderBox)
  }

  private final class ResponderBox {
    private var responder: Responder?
    init(_ responder: consuming Responder) { self.responder = consume responder }
    func take() -> Responder? { responder.take() }
  }

  private struct Failed: Error {}

  init() {
    var limits = Limits()
    limits.messageBytes = 200
    limits.messageDepth = 6
    limits.openRequests = 3
    limits.queuedBytes = 2000
    limits.streamedBytes = 1 << 18
    bridge = Bridge(limits: limits, clock: clock)
    conversation = bridge.open(page)
    page.limits = limits
    bridge.observe { [page] in
      expect($0.call != 0, "a call has no number")
      if $0.failure == "the page does not accept answers" { page.hasDropped = true }
    }
    bridge.install(CausewayDialect(answers + streams))
  }

  private var answers: [Capability] {
    [
      Capability("now", policy: .everyone, json: { value, _ in value }),
      Capability("none", policy: .everyone, json: { _, _ in nil }),
      Capability("typed", policy: .everyone) { (count: Int, _) in count },
      Capability("main", policy: .mainFrame(of: []), json: { _, _ in nil }),
      Capability("wait", policy: .everyone, deadline: .after(.seconds(5))) { [unowned self] _, _ in
        try await withCheckedThrowingContinuation { handlers.append(.continuation($0)) }
      },
      Capability(
        "respond", policy: .everyone, deadline: .after(.seconds(3)),
        responding: { [unowned self] _, _, responder in
          handlers.append(.responder(ResponderBox(responder)))
        }),
    ]
  }

  /// Capabilities with streams. `keep` waits for the app after each value.
  private var streams: [Capability] {
    [
      Capability(
        "numbers", policy: .everyone, deadline: .after(.seconds(5)),
        streaming: { (count: Int, _: Call) in Self.numbers(count) }),
      Capability(
        "pieces", policy: .everyone, deadline: .after(.seconds(5)),
        streaming: { (count: Int, _: Call) in Self.numbers(count).map { Bytes([UInt8](repeating: 1, count: $0)) } }),
      Capability(
        "add", policy: .everyone, deadline: .after(.seconds(5)),
        receiving: { (start: Int, values: PageValues<Int>, _: Call) in
          try await values.reduce(start) { @Sendable in $0 &+ $1 }
        }),
      Capability(
        "sum", policy: .everyone, deadline: .after(.seconds(5)),
        receiving: { (_: JSONValue, pieces: PageValues<Bytes>, _: Call) in
          try await pieces.reduce(0) { @Sendable in $0 + $1.count }
        }),
      Capability(
        "keep", policy: .everyone, deadline: .after(.seconds(5)),
        receiving: { [weak self] (_: JSONValue, values: PageValues<JSONValue>, _: Call) -> Int in
          for try await _ in values {
            // The scene may be gone: values that arrived in one packet are read even after the input has ended.
            guard let self else { throw CancellationError() }
            _ = try await withCheckedThrowingContinuation { self.handlers.append(.continuation($0)) }
          }
          return 1
        }),
    ]
  }

  /// Returns a stream of the numbers from 0, `count` of them but at most 200. If `count` is odd, it ends with an error.
  private static func numbers(_ count: Int) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      for number in 0..<min(max(count, 0), 200) { continuation.yield(number) }
      continuation.finish(throwing: count.isMultiple(of: 2) ? nil : Failed())
    }
  }

  func say(_ lines: [Substring]) {
    guard !lines.isEmpty else { return }
    let packet = lines.joined(separator: "\n")[...]
    if !conversation.isClosed { page.willSay(packet) }
    conversation.receive(packet)
    expect(conversation.machine.requestCount <= bridge.limits.openRequests, "more requests are open than allowed")
  }

  func perform(_ step: ConversationTarget.Step) {
    switch step {
    case .turn: Fuzzer.settleDown()
    case .ready:
      page.isReady = true
      page.collectBytes()
      conversation.pageDidCollectBytes()
      conversation.channelIsReady()
    case .away: page.isReady = false
    case .answer:
      endHandler {
        $0.resume(returning: 1)
      } or: {
        $0.succeed("done")
      }
    case .fail:
      endHandler {
        $0.resume(throwing: Failed())
      } or: {
        $0.fail(Failed())
      }
    case .drop:
      endHandler {
        $0.resume(throwing: CancellationError())
      } or: {
        _ = consume $0
      }
    case .call: call()
    case .values:
      read { for try await _ in try $0.values("question", of: Int.self, deadline: .after(.seconds(5))) {} }
    case .bytes:
      read { for try await _ in try $0.bytes("question", deadline: .after(.seconds(5))) {} }
    case .stop: if !readers.isEmpty { readers.removeFirst().cancel() }
    case .event: _ = try? conversation.send(event: "happened", data: [1])  // throws if the page is not ready
    case .wait: clock.advance(by: .seconds(2))
    case .close: close()
    }
  }

  /// Ends all handlers, lets the page receive their answers, and closes it. Checks that every request has an answer,
  /// that every call of the app has ended, and that the bridge has no document left.
  func end() {
    page.isReady = true
    let areAllAnswered = Fuzzer.eventually {
      perform(.answer)
      perform(.wait)  // a stream that the page never ends or reads has a deadline
      return conversation.machine.requestCount == 0
    }
    expect(areAllAnswered && conversation.machine.requestIDs.isEmpty, "a request is still open")
    conversation.channelIsReady()
    Fuzzer.settleDown()
    if !conversation.isClosed { page.checkAnswers() }
    close()
    expect(Fuzzer.eventually { openCalls == 0 }, "\(openCalls) calls of the app never ended")
    expect(bridge.frames.isEmpty, "the bridge still lists the closed document")
    expect(Fuzzer.eventually { conversation.streams.pool.reserved == 0 }, "memory of streams stays reserved")
  }

  private func close() {
    conversation.close()
    page.isClosed = true
  }

  private func call() {
    openCalls += 1
    Task { [conversation] in
      _ = try? await conversation.call("question", 1)  // the page decides how the call ends
      openCalls -= 1
    }
  }

  private func read(_ work: @escaping @MainActor (Conversation) async throws -> Void) {
    openCalls += 1
    readers.append(
      Task { [conversation] in
        _ = try? await work(conversation)  // the page decides how the stream ends
        openCalls -= 1
      })
  }

  private func endHandler(
    _ resume: (CheckedContinuation<JSONValue?, any Error>) -> Void, or respond: (consuming Responder) -> Void
  ) {
    guard !handlers.isEmpty else { return }
    switch handlers.removeFirst() {
    case .continuation(let continuation): resume(continuation)
    case .responder(let box): if let responder = box.take() { respond(responder) }
    }
  }
}
