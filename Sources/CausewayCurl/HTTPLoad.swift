import Foundation

/// A request and its growing answer.
///
/// After its start, only the thread of its ``HTTPTransfers`` uses the load.
final class HTTPLoad: @unchecked Sendable {  // only one thread at a time uses the load
  typealias Result = Swift.Result<HTTPAnswer, HTTPLoader.Failure>
  typealias Completion = @Sendable (Result) -> Void

  /// The maximum size of an answer's head, in bytes.
  private static let maximumHeadBytes = 64 << 10

  let url: String
  /// The lines of the request's head, without line ends.
  let fields: [String]
  /// The body of a `POST`; nil for a `GET`.
  let upload: [UInt8]?
  let deadline: ContinuousClock.Instant
  let maximumBytes: Int
  /// Whether an answer without its complete body is a failure.
  let needsBody: Bool
  private var completion: Completion?
  private var result: Result?
  private var head: [UInt8] = []
  private(set) var hasHead = false
  private var body = Data()
  /// The reason why the load reads no more data; nil while it reads.
  private(set) var refusal: HTTPLoader.Failure?

  init(
    _ url: String, fields: [String], upload: [UInt8]? = nil, until deadline: ContinuousClock.Instant,
    maximumBytes: Int, needsBody: Bool = true
  ) {
    self.url = url
    self.fields = fields
    self.upload = upload
    self.deadline = deadline
    self.maximumBytes = maximumBytes
    self.needsBody = needsBody
  }

  /// Reads a line of the head, with its line end.
  /// - Returns: Whether the transfer continues.
  func readHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.starts(with: "HTTP/".utf8), head.isEmpty || hasHead && body.isEmpty {
      // The previous head belonged to an interim answer (1xx).
      head = []
      hasHead = false
    }
    // Later lines are trailers, which are ignored.
    guard !hasHead else { return true }
    hasHead = line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8)
    guard head.count + line.count <= Self.maximumHeadBytes else {
      refusal = .unreachable(reason: "The head of the response is longer than 64 KiB")
      return false
    }
    head += line
    return true
  }

  /// Reads a part of the body.
  /// - Returns: Whether the transfer continues.
  func readBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= maximumBytes else {
      refusal = .tooLarge
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Ends the load with its answer, which is complete.
  func finish(status: Int) { end(.success(HTTPAnswer(status: status, head: head, body: body))) }

  /// Ends the load, unless it has ended already. A load can end before it begins.
  func end(_ result: Result) {
    guard self.result == nil else { return }
    self.result = result
    completion?(result)
    completion = nil
  }

  var isOver: Bool { result != nil }

  /// Sets the closure that receives the result.
  ///
  /// - Parameter completion: A closure that is called once, when the load ends, or now if it has ended.
  func begin(_ completion: @escaping Completion) {
    if let result { completion(result) } else { self.completion = completion }
  }
}
