import Foundation

/// The queue in which requests wait for a worker. Requests that wait while all workers are busy are committed together,
/// because a durable commit costs about the same for many requests as for one.
///
/// For the same reason, a worker gathers requests before a commit if requests overlap; see ``RequestGathering``.
package actor LedgerCommitQueue<Storage: LedgerStorage> {
  /// The maximum number of waiting requests. The queue refuses more, because they would fill the memory.
  private static var longestQueue: Int { 8192 }
  /// The total size of the waiting requests, in bytes, at which the queue refuses further requests.
  private static var largestQueue: Int { 256 << 20 }

  /// A request, whether its caller also reads from the storage, and a closure that does that and returns the answer. The
  /// storage is nil if the queue is closed.
  private typealias Waiting = (
    request: LedgerRequest, reads: Bool, finish: @Sendable (LedgerAnswer, Storage?) -> Void
  )
  /// A closure that works on the storage and returns the result to the caller. If the storage is nil or the deadline
  /// has passed, the caller gets an error.
  private typealias Read = @Sendable (Storage?) -> Void

  private let timeout: Duration?
  private let shutdown = LedgerShutdown()
  private var idle: [LedgerWorker<Storage>]
  private let workers: [LedgerWorker<Storage>]
  private var waiting: [Waiting] = []
  private var waitingBytes = 0
  private var reads: [Read] = []
  private var gathering: RequestGathering
  /// Whether the worker records requests now, if there is only one.
  private var isRecording = false
  /// Whether a task will call ``start()``.
  private var hasTimer = false
  private var ends: [CheckedContinuation<Void, Never>] = []

  /// Creates a queue with several workers, which do not gather requests.
  ///
  /// - Parameter timeout: The timeout of a call, from its arrival; nil for none.
  package init(_ workers: [LedgerWorker<Storage>], timeout: Duration?) {
    self.workers = workers
    self.timeout = timeout
    gathering = RequestGathering(gatheringTime: .zero)
    idle = workers
  }

  /// Creates a queue with one worker, whose calls have no timeout.
  ///
  /// - Parameter gatheringTime: The longest wait for further requests before a commit.
  package init(_ worker: LedgerWorker<Storage>, gatheringTime: Duration) {
    workers = [worker]
    timeout = nil
    gathering = RequestGathering(gatheringTime: gatheringTime)
    idle = workers
  }

  /// The number of requests that wait for a worker or for others.
  var waitingRequests: Int { waiting.count }

  /// Records a request, together with the others that wait.
  package func record(_ request: LedgerRequest) async throws(LedgerError) -> [LedgerDecision] {
    try await submit(request, reads: false) { answer, _, _ in answer }
  }

  /// Records a request, and reads from the storage in the same turn of the worker, so that the caller does not wait for a
  /// worker twice. If the read fails, the caller gets its error, although the request is recorded.
  package func record<Value: Sendable>(
    _ request: LedgerRequest, thenReading body: @escaping @Sendable (Storage) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> (decisions: [LedgerDecision], value: Value) {
    try await submit(request, reads: true) { answer, storage, deadline in
      answer.flatMap { decisions in
        guard let storage else { return .failure(.closed) }
        // Read even if the deadline has passed or the queue is being closed, because the decisions are already stored.
        do throws(Storage.Failure) {
          return .success((decisions, try Self.reading(body)(storage, deadline)))
        } catch {
          return .failure(error.ledgerError)
        }
      }
    }
  }

  private func submit<Value: Sendable>(
    _ request: LedgerRequest, reads: Bool,
    _ finish: @escaping @Sendable (LedgerAnswer, Storage?, LedgerDeadline) -> Result<Value, LedgerError>
  ) async throws(LedgerError) -> Value {
    guard !shutdown.hasBegun else { throw .closed }
    guard waiting.count < Self.longestQueue, waitingBytes < Self.largestQueue else {
      throw .unavailable(reason: "too many requests are waiting")
    }
    let deadline = LedgerDeadline(after: timeout, shutdown: shutdown)
    var request = request
    request.deadline = deadline
    gathering.noteArrival()
    defer { gathering.noteAnswer() }
    let answer: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
      waiting.append((request, reads, { continuation.resume(returning: finish($0, $1, deadline)) }))
      waitingBytes += request.size
      // The wait for further requests includes that for a worker that reads, but not that for a commit.
      if !isRecording { _ = gathering.begin(at: .now) }
      start()
    }
    return try answer.get()
  }

  /// Reads from the storage as soon as a worker is free.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (Storage) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> Value {
    try await work(Self.reading(body))
  }

  /// Works on the storage as soon as a worker is free.
  ///
  /// - Parameter body: gets the storage and the deadline of the call.
  package func work<Value: Sendable>(
    _ body: @escaping @Sendable (Storage, LedgerDeadline) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> Value {
    guard !shutdown.hasBegun else { throw .closed }
    guard reads.count < Self.longestQueue else { throw .unavailable(reason: "too many requests are waiting") }
    let deadline = LedgerDeadline(after: timeout, shutdown: shutdown)
    let answer: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
      reads.append { continuation.resume(returning: Self.work(body, on: $0, until: deadline)) }
      start()
    }
    return try answer.get()
  }

  /// Finishes the running calls and closes the database. Waiting calls throw `closed`, and calls that wait for an
  /// unreachable database are not tried again.
  package func close() async {
    shutdown.begin()
    for call in waiting { call.finish(.failure(.closed), nil) }
    for read in reads { read(nil) }
    (waiting, waitingBytes, reads) = ([], 0, [])
    if idle.count < workers.count { await withCheckedContinuation { ends.append($0) } }
    for worker in workers { await worker.run { $0.close() } }
  }

  /// Gives the calls to the idle workers. Calls of ``work(_:)`` do not wait while requests are gathered.
  private func start() {
    while let worker = idle.popLast() {
      if !isBatchReady { waitForRequests() }
      let (batch, reads) = (isBatchReady ? nextBatch() : [], nextReads())
      guard !(batch.isEmpty && reads.isEmpty) else { return idle.append(worker) }
      work(batch, reads, worker)
    }
  }

  private var isBatchReady: Bool {
    waitingBytes >= LedgerBatch.mostBytes || gathering.isComplete(waiting.count, at: .now)
  }

  /// Calls ``start()`` again at the end of the wait for further requests.
  private func waitForRequests() {
    guard !waiting.isEmpty else { return }
    let deadline = gathering.begin(at: .now)
    guard !hasTimer else { return }
    hasTimer = true
    Task(priority: .high) {
      try? await Task.sleep(until: deadline)  // nobody cancels this task
      hasTimer = false
      start()
    }
  }

  private func nextBatch() -> [Waiting] {
    let batch = Array(waiting.prefix(LedgerBatch.count(of: waiting.lazy.map(\.request))))
    waiting.removeFirst(batch.count)
    waitingBytes -= batch.reduce(0) { $0 + $1.request.size }
    if waiting.isEmpty { gathering.end() }
    return batch
  }

  /// Takes only one worker's share of the reads, so that the other workers can still process the other reads if this
  /// worker hangs.
  private func nextReads() -> [Read] {
    let reads = Array(self.reads.prefix((self.reads.count + workers.count - 1) / workers.count))
    self.reads.removeFirst(reads.count)
    return reads
  }

  /// Starts the work on the worker's thread at once, because the timeouts of the calls are already running.
  private func work(_ batch: [Waiting], _ reads: [Read], _ worker: LedgerWorker<Storage>) {
    if !batch.isEmpty { isRecording = true }
    worker.start { storage in
      // Do the reads first, because they do not wait for a commit to disk.
      for read in reads { read(storage) }
      var hasCommitted = false
      if !batch.isEmpty {
        let answers: [LedgerAnswer]
        (answers, hasCommitted) = storage.record(batch.map(\.request))
        // Answer the callers that read nothing first, because a read can wait for an unreachable database.
        for (call, answer) in zip(batch, answers) where !call.reads { call.finish(answer, storage) }
        for (call, answer) in zip(batch, answers) where call.reads { call.finish(answer, storage) }
      }
      Task { [hasCommitted] in await self.finish(worker, recorded: batch.count, hasCommitted) }
    }
  }

  private func finish(_ worker: LedgerWorker<Storage>, recorded: Int, _ hasCommitted: Bool) {
    if recorded > 0 {
      isRecording = false
      gathering.noteRecords(recorded, waiting: waiting.count, hasCommitted: hasCommitted)
    }
    idle.append(worker)
    start()
    if idle.count == workers.count {
      for end in ends { end.resume() }
      ends = []
    }
  }

  /// Returns a closure for ``work(_:)`` that runs `body` within ``LedgerStorage/reading(until:_:)``.
  private static func reading<Value>(
    _ body: @escaping @Sendable (Storage) throws(Storage.Failure) -> Value
  ) -> @Sendable (Storage, LedgerDeadline) throws(Storage.Failure) -> Value {
    { storage, deadline throws(Storage.Failure) in
      try storage.reading(until: deadline) { () throws(Storage.Failure) in try body(storage) }
    }
  }

  private static func work<Value>(
    _ body: (Storage, LedgerDeadline) throws(Storage.Failure) -> Value, on storage: Storage?,
    until deadline: LedgerDeadline
  ) -> Result<Value, LedgerError> {
    guard let storage, !deadline.isOver else { return .failure(deadline.error) }
    do throws(Storage.Failure) {
      return .success(try body(storage, deadline))
    } catch {
      return .failure(error.ledgerError)
    }
  }
}
