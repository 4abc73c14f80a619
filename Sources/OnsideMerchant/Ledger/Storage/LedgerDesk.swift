import Foundation

/// Where requests wait for a worker. Who comes while all are busy is committed together with the others that wait: a
/// durable commit costs the same for many as for one.
package actor LedgerDesk<Storage: LedgerStorage> {
  /// So many requests wait at most; more are refused rather than kept in memory.
  private static var longestQueue: Int { 8192 }
  /// So many are committed together at most.
  private static var largestBatch: Int { 256 }

  private typealias Answer = Result<[LedgerDecision], LedgerError>
  private typealias Waiting = (request: LedgerRequest, continuation: CheckedContinuation<Answer, Never>)

  private var idle: [LedgerWorker<Storage>]
  private let workers: [LedgerWorker<Storage>]
  private var waiting: [Waiting] = []
  private var reads: [@Sendable (Storage) -> Void] = []
  private var isClosed = false
  private var closing: [CheckedContinuation<Void, Never>] = []

  package init(_ workers: [LedgerWorker<Storage>]) {
    self.workers = workers
    idle = workers
  }

  /// Records a request as soon as a worker is free.
  package func record(_ request: LedgerRequest) async throws(LedgerError) -> [LedgerDecision] {
    guard !isClosed else { throw .closed }
    guard waiting.count < Self.longestQueue else { throw .unavailable(reason: "too many requests wait") }
    let answer: Answer = await withCheckedContinuation { continuation in
      waiting.append((request, continuation))
      start()
    }
    return try answer.get()
  }

  /// Reads something as soon as a worker is free.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (Storage) throws(Storage.Failure) -> Value
  ) async throws(LedgerError) -> Value {
    guard !isClosed else { throw .closed }
    guard reads.count < Self.longestQueue else { throw .unavailable(reason: "too many requests wait") }
    let answer: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
      reads.append { storage in
        continuation.resume(
          returning: Self.result { () throws(Storage.Failure) in
            try storage.reading { () throws(Storage.Failure) in try body(storage) }
          })
      }
      start()
    }
    return try answer.get()
  }

  /// Lets everything that waits come to its end, and then the database go.
  package func close() async {
    isClosed = true
    if idle.count < workers.count { await withCheckedContinuation { closing.append($0) } }
    for worker in workers { await worker.run { $0.close() } }
  }

  private func start() {
    while !(waiting.isEmpty && reads.isEmpty), let worker = idle.popLast() {
      let batch = Array(waiting.prefix(Self.largestBatch))
      waiting.removeFirst(batch.count)
      let reads = reads
      self.reads = []
      Task { await work(batch, reads, worker) }
    }
  }

  private func work(
    _ batch: [Waiting], _ reads: [@Sendable (Storage) -> Void], _ worker: LedgerWorker<Storage>
  ) async {
    let requests = batch.map(\.request)
    let answers = await worker.run { storage in
      // A read does not wait for the disk.
      for read in reads { read(storage) }
      return requests.isEmpty ? [] : storage.record(requests)
    }
    for (waiting, answer) in zip(batch, answers) { waiting.continuation.resume(returning: answer) }
    idle.append(worker)
    start()
    if idle.count == workers.count {
      for continuation in closing { continuation.resume() }
      closing = []
    }
  }

  private static func result<Value>(
    _ body: () throws(Storage.Failure) -> Value
  ) -> Result<Value, LedgerError> {
    do throws(Storage.Failure) {
      return .success(try body())
    } catch {
      return .failure(error.ledgerError)
    }
  }
}
