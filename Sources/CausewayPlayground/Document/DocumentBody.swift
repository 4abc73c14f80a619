import Foundation

/// The body of a document that arrives in parts, with the script.
actor DocumentBody {
  /// The time for which the first bytes of a document are awaited after its head has arrived. What arrives later than this
  /// cannot decide any more what the response's fields say; see ``DocumentRewriter/flush()``.
  private static let timeout: Duration = .milliseconds(100)

  private var rewriter: DocumentRewriter
  private let isNeeded: @Sendable (Data) -> Bool
  private let source: @Sendable () async throws -> Data?
  /// The part that is being awaited although the response has begun.
  private var pending: Task<Data?, any Error>?
  private var output = Data()
  private var isOver = false
  /// Whether the parts are passed on unchanged.
  private var isUnchanged = false

  /// - Parameters:
  ///   - isNeeded: returns whether a document with this beginning gets the script.
  ///   - source: returns the next part of the document; nil at its end.
  init(
    _ rewriter: DocumentRewriter, isNeeded: @escaping @Sendable (Data) -> Bool,
    _ source: @escaping @Sendable () async throws -> Data?
  ) {
    self.rewriter = rewriter
    self.isNeeded = isNeeded
    self.source = source
  }

  deinit { pending?.cancel() }

  /// Waits until it is known what the fields of the response must say.
  func begin() async throws -> DocumentRewriter.Head {
    var isFirst = true
    while true {
      if let head = rewriter.head { return head }
      let task = Task { [source] in try await source() }
      guard let result = await Self.result(of: task) else {
        pending = task
        output += rewriter.flush()
        continue
      }
      if let part = try result.get() {
        if isFirst, !isNeeded(part) {
          (isUnchanged, output) = (true, part)
          return DocumentRewriter.Head(contentType: nil, hasScript: false)
        }
        isFirst = false
        output += rewriter.append(part)
      } else {
        isOver = true
        output += rewriter.finish()
      }
    }
  }

  /// Returns the next part; nil at the end.
  func next() async throws -> Data? {
    while output.isEmpty, !isOver {
      if let part = try await nextSource() {
        output = isUnchanged ? part : rewriter.append(part)
      } else {
        isOver = true
        if !isUnchanged { output = rewriter.finish() }
      }
    }
    defer { output = Data() }
    return output.isEmpty ? nil : output
  }

  private func nextSource() async throws -> Data? {
    guard let pending else { return try await source() }
    self.pending = nil
    return try await withTaskCancellationHandler {
      try await pending.value
    } onCancel: {
      pending.cancel()
    }
  }

  /// Returns the result of a task; nil if it has none after ``timeout``, and goes on.
  private static func result(of task: Task<Data?, any Error>) async -> Result<Data?, any Error>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let first = FirstResult(continuation)
        let timer = Task {
          try await Task.sleep(for: timeout)
          first.resume(nil)
        }
        Task {
          first.resume(await task.result)
          timer.cancel()
        }
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// A continuation that takes the first of several results.
  private final class FirstResult: @unchecked Sendable {  // the lock protects the continuation
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Result<Data?, any Error>?, Never>?

    init(_ continuation: CheckedContinuation<Result<Data?, any Error>?, Never>) { self.continuation = continuation }

    func resume(_ result: Result<Data?, any Error>?) {
      let waiting = lock.withLock {
        defer { continuation = nil }
        return continuation
      }
      waiting?.resume(returning: result)
    }
  }
}
