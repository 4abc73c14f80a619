import CausewayTransport
import Foundation

/// A request and its growing answer.
///
/// After its start, only the thread of its ``HTTPTransfers`` uses the load, except its ``upload`` and its ``stream``.
final class HTTPLoad: @unchecked Sendable {  // only one thread at a time uses the load
  typealias Result = Swift.Result<HTTPAnswer, HTTPLoader.Failure>
  typealias Completion = @Sendable (Result) -> Void

  /// The maximum size of an answer's head, in bytes.
  private static let maximumHeadBytes = 64 << 10

  let request: HTTPClientRequest
  /// The lines of the request's head, each with a NUL at its end.
  let lines: [[UInt8]]
  /// The time at which the load ends with a failure; nil for never.
  let deadline: ContinuousClock.Instant?
  let maximumBytes: Int
  /// Whether an answer without its complete body is a failure.
  let needsBody: Bool
  /// The body of the request while it is made; nil if it is not a stream.
  let upload: HTTPUpload?
  /// The body of the answer while it arrives; nil if the answer is collected.
  let stream: HTTPAnswerStream?
  private var completion: Completion?
  private var result: Result?
  private var head = AnswerHeadReader()
  private var body = Data()
  /// The reason why the load reads no more data; nil while it reads.
  private(set) var refusal: HTTPLoader.Failure?

  init(
    _ request: HTTPClientRequest, _ lines: [[UInt8]], until deadline: ContinuousClock.Instant?,
    maximumBytes: Int = .max,
    needsBody: Bool = true, stream: HTTPAnswerStream? = nil
  ) {
    self.request = request
    self.lines = lines
    self.deadline = deadline
    self.maximumBytes = maximumBytes
    self.needsBody = needsBody
    self.stream = stream
    if case .stream(let length, let next) = request.body {
      upload = HTTPUpload(length: length, next)
    } else {
      upload = nil
    }
  }

  /// Whether the head of the final answer is complete.
  var hasHead: Bool { head.isComplete }

  /// Reads a line of the head, with its line end.
  /// - Returns: Whether the transfer continues.
  func readHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    // Later lines are trailers, which are ignored.
    guard !head.isComplete else { return true }
    head.read(line)
    guard head.byteCount <= Self.maximumHeadBytes else {
      refusal = .unreachable(reason: "The head of the response is longer than 64 KiB")
      return false
    }
    if stream != nil, head.isComplete { complete(.success(head.answer(body: Data()))) }
    return true
  }

  /// What libcurl does after it has passed on a part of the body.
  enum Reading {
    case goesOn
    /// Libcurl keeps the part, and passes it on again when the transfer is resumed.
    case pauses
    case ends
  }

  /// Reads a part of the body.
  func readBody(_ bytes: UnsafeRawBufferPointer) -> Reading {
    if let stream { return stream.append(bytes) ? .goesOn : .pauses }
    guard body.count + bytes.count <= maximumBytes else {
      refusal = .tooLarge
      return .ends
    }
    body.append(contentsOf: bytes)
    return .goesOn
  }

  /// Ends the load with its answer, which is complete.
  func finish() { end(.success(head.answer(body: body))) }

  /// Ends the load, unless it has ended already. A load can end before it begins.
  func end(_ result: Result) {
    guard !isOver else { return }
    isOver = true
    upload?.cancel()
    switch result {
    case .success: stream?.finish(nil)
    case .failure(let failure): stream?.finish(failure)
    }
    complete(result)
  }

  /// Gives the caller its result: the answer, or with a ``stream`` the answer's head.
  private func complete(_ result: Result) {
    guard self.result == nil else { return }
    self.result = result
    completion?(result)
    completion = nil
  }

  private(set) var isOver = false

  /// Sets the closure that receives the result.
  ///
  /// - Parameter completion: A closure that is called once, when the load ends, or now if it has ended.
  func begin(_ completion: @escaping Completion) {
    if let result { completion(result) } else { self.completion = completion }
  }
}
