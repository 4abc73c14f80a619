import Foundation

/// Where requests wait for a worker. Who comes while all are busy is committed together with the others that wait: a
/// durable commit costs the same for many as for one.
package actor LedgerDesk<Storage: LedgerStorage> {
  /// So many requests wait at most; more are refused rather than kept in memory.
  private static var longestQueue: Int { 8192 }
  /// So many bytes of requests wait at most.
  private static var largestQueue: Int { 256 << 20 }

  private typealias Waiting = (request: LedgerRequest, continuation: CheckedContinuation<LedgerAnswer, Never>)
  /// Reads and answers. Without a storage, or if its time is over, it only answers.
  private typealias Read = @Sendable (Storage?) -> Void

  private let patience: Duration?
  private let closing = LedgerClosing()
  private var idle: [LedgerWorker<Storage>]
  private let workers: [LedgerWorker<Storage>]
  private var waiting: [Waiting] = []
  private var waitingBytes = 0
  private var reads: [Read] = []
  private var ends: [CheckedContinuation<Void, Never>] = []

  /// - Parameter patience: how long a call goes on, from when it comes; nil for as long as it takes.
  package init(_ workers: [LedgerWorker<Storage>], patience: Duration?) {
    self.workers = workers
    self.patience = patience
    idle = workers
  }

  /// Records a request as soon as a worker is free.
  package func record(_ request: LedgerRequest) async throws(LedgerError) -> [LedgerDecision] {
    guard !closing.hasBegun else { throw .closed }
    guard waiting.count < Self.longestQueue, waitingBytes < Self.largestQueue else {
      throw .unavailable(reason: "too many requests wait")
    }
    var request = request
    request.deadline = LedgerDeadline(after: patience, closing: closing)
    let answer: LedgerAnswer = await withCheckedContinuation { continuation in
      waiting.append((request, continuation))
      waitingBytes += request.size
      start()
    }
    return try answer.get()
  }

  /// Reads something as soon as a worker is free.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (Storage) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> Value {
    guard !closing.hasBegun else { throw .closed }
    guard reads.count < Self.longestQueue else { throw .unavailable(reason: "too many requests wait") }
    let deadline = LedgerDeadline(after: patience, closing: closing)
    let answer: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
      reads.append { continuation.resume(returning: Self.read(body, from: $0, until: deadline)) }
      start()
    }
    return try answer.get()
  }

  /// Lets what is under way come to its end, and then the database go. What waits for its turn throws `closed`, and
  /// what waits for a database that is away is not tried again.
  package func close() async {
    closing.begin()
    for call in waiting { call.continuation.resume(returning: .failure(.closed)) }
    for read in reads { read(nil) }
    (waiting, waitingBytes, reads) = ([], 0, [])
    if idle.count < workers.count { await withCheckedContinuation { ends.append($0) } }
    for worker in workers { await worker.run { $0.close() } }
  }

  private func start() {
    while !(waiting.isEmpty && reads.isEmpty), let worker = idle.popLast() {
      let batch = Array(waiting.prefix(LedgerBatch.count(of: waiting.lazy.map(\.request))))
      waiting.removeFirst(batch.count)
      waitingBytes -= batch.reduce(0) { $0 + $1.request.size }
      // A worker's share: one that hangs must not hold what others could read.
      let reads = Array(self.reads.prefix((self.reads.count + workers.count - 1) / workers.count))
      self.reads.removeFirst(reads.count)
      work(batch, reads, worker)
    }
  }

  /// At once on the worker's thread, however busy the others are: the calls' time runs.
  private func work(_ batch: [Waiting], _ reads: [Read], _ worker: LedgerWorker<Storage>) {
    worker.start { storage in
      // A read does not wait for the disk.
      for read in reads { read(storage) }
      if !batch.isEmpty {
        let answers = storage.record(batch.map(\.request))
        for (waiting, answer) in zip(batch, answers) { waiting.continuation.resume(returning: answer) }
      }
      Task { await self.finish(worker) }
    }
  }

  private func finish(_ worker: LedgerWorker<Storage>) {
    idle.append(worker)
    start()
    if idle.count == workers.count {
      for end in ends { end.resume() }
      ends = []
    }
  }

  private static func read<Value>(
    _ body: (Storage) throws(Storage.Failure) -> Value, from storage: Storage?, until deadline: LedgerDeadline
  ) -> Result<Value, LedgerError> {
    guard let storage, !deadline.isOver else { return .failure(deadline.error) }
    do throws(Storage.Failure) {
      return .success(
        try storage.reading(until: deadline) { () throws(Storage.Failure) in try body(storage) })
    } catch {
      return .failure(error.ledgerError)
    }
  }
}
