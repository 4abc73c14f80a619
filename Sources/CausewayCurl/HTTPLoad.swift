import Foundation

/// A request, and what has come of its answer.
///
/// Once it has begun, it belongs to the thread of its ``HTTPTransfers``.
final class HTTPLoad: @unchecked Sendable {  // one thread at a time has it
  typealias Result = Swift.Result<HTTPAnswer, HTTPLoader.Failure>
  typealias Completion = @Sendable (Result) -> Void

  /// The longest head of an answer, in bytes.
  private static let maximumHeadBytes = 64 << 10

  let url: String
  /// The lines of the request's head, without their ends.
  let fields: [String]
  /// What is sent, by `POST`; nil for a `GET`.
  let upload: [UInt8]?
  let deadline: ContinuousClock.Instant
  let maximumBytes: Int
  private var completion: Completion?
  private var result: Result?
  private var head: [UInt8] = []
  private var hasHead = false
  private var body = Data()
  /// Why no more is read.
  private(set) var refusal: HTTPLoader.Failure?

  init(
    _ url: String, fields: [String], upload: [UInt8]? = nil, until deadline: ContinuousClock.Instant,
    maximumBytes: Int
  ) {
    self.url = url
    self.fields = fields
    self.upload = upload
    self.deadline = deadline
    self.maximumBytes = maximumBytes
  }

  /// Takes a line of the head, with its end.
  /// - Returns: whether to go on.
  func readHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.starts(with: "HTTP/".utf8), head.isEmpty || hasHead && body.isEmpty {
      // A head before this one was of an interim answer (1xx).
      head = []
      hasHead = false
    }
    // What comes later is of trailers.
    guard !hasHead else { return true }
    hasHead = line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8)
    guard head.count + line.count <= Self.maximumHeadBytes else {
      refusal = .unreachable(reason: "The head of the answer is too long")
      return false
    }
    head += line
    return true
  }

  /// Takes a part of the body.
  /// - Returns: whether to go on.
  func readBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= maximumBytes else {
      refusal = .tooLarge
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Everything has come.
  func finish(status: Int) { end(.success(HTTPAnswer(status: status, head: head, body: body))) }

  /// Ends it, unless it has ended already. It can end before it begins.
  func end(_ result: Result) {
    guard self.result == nil else { return }
    self.result = result
    completion?(result)
    completion = nil
  }

  var isOver: Bool { result != nil }

  /// - Parameter completion: is called once, when it ends.
  func begin(_ completion: @escaping Completion) {
    if let result { completion(result) } else { self.completion = completion }
  }
}
