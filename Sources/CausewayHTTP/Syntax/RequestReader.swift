/// A parser of requests on a connection, as strict as RFC 9112 allows a server to be.
///
/// The parser is a pure state machine: ``append(_:)`` takes bytes, and ``next()`` returns events. The division of the
/// bytes into packets makes no difference. After a fault, the parser reads nothing more.
struct RequestReader: Sendable {
  /// The limits of a request's syntax.
  struct Limits: Hashable, Sendable {
    /// The maximum number of bytes of the first line, the fields and the trailers together, with the line ends.
    var headBytes = 100 << 10
    /// The maximum number of fields in the head and the trailers together.
    var fields = 256
    /// The maximum number of bytes of the line before a chunk.
    var chunkLineBytes = 4 << 10
  }

  /// A part of a request that was read.
  enum Event: Hashable, Sendable {
    /// A head. If it ``RequestHead/expectsContinue``, the client may wait before it sends the body.
    case head(RequestHead)
    /// A part of the body, which is not empty.
    case body(ArraySlice<UInt8>)
    /// The request is complete.
    case end
  }

  private enum State: Sendable {
    /// `hasSkippedLine` is true after one empty line. RFC 9112 section 2.2 asks servers to skip it, because some old
    /// clients send one after a body.
    case requestLine(hasSkippedLine: Bool)
    case fields(RequestLine)
    case body(left: Int)
    case chunkLine
    case chunk(left: Int)
    /// The CR LF after a chunk.
    case chunkEnd
    case trailers
    case failed(RequestFault)
  }

  private let limits: Limits
  private var state = State.requestLine(hasSkippedLine: false)
  private var line = LineReader()
  private var fields: [RequestHead.Field] = []
  private var fieldCount = 0
  private var headBytes = 0
  private var input: ArraySlice<UInt8> = []

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether bytes were received that are not parsed yet.
  var hasInput: Bool { !input.isEmpty }

  /// Whether a part of a request was read, but not all of it.
  var isWithinRequest: Bool {
    if case .requestLine = state { !line.isEmpty } else { true }
  }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    // The array is copied to release the parsed bytes, which the slice would otherwise keep in memory.
    input = input.isEmpty ? Array(bytes)[...] : (Array(input) + Array(bytes))[...]
  }

  /// Takes the bytes that were received and not parsed, for another protocol.
  mutating func takeInput() -> [UInt8] {
    defer { input = [] }
    return Array(input)
  }

  /// Parses the next event.
  /// - Returns: nil if more bytes are needed.
  mutating func next() throws(RequestFault) -> Event? {
    do throws(RequestFault) {
      return try advance()
    } catch {
      state = .failed(error)
      input = []
      throw error
    }
  }

  private mutating func advance() throws(RequestFault) -> Event? {
    while true {
      switch state {
      case .failed(let fault): throw fault
      case .body(left: 0): return end()
      case .body(let left):
        guard let part = take(left) else { return nil }
        state = .body(left: left - part.count)
        return .body(part)
      case .chunk(left: 0): state = .chunkEnd
      case .chunk(let left):
        guard let part = take(left) else { return nil }
        state = .chunk(left: left - part.count)
        return .body(part)
      case .requestLine, .fields, .chunkLine, .chunkEnd, .trailers:
        guard let line = try readLine() else { return nil }
        if let event = try take(line) { return event }
      }
    }
  }

  /// Takes at most `count` bytes of the body; nil if none are available.
  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard !input.isEmpty else { return nil }
    defer { input = input.dropFirst(count) }
    return input.prefix(count)
  }

  /// Reads the next line; nil if it is not complete yet.
  private mutating func readLine() throws(RequestFault) -> [UInt8]? {
    while let byte = input.popFirst() {
      // Refuse these bytes at once, because the end of the line may never arrive.
      if line.isEmpty, byte == .space || byte == .tab, case .fields = state { throw .malformed(.foldedLine) }
      if case .chunkEnd = state, line.isEmpty, byte != .carriageReturn { throw .malformed(.chunk) }
      let complete = try line.read(byte)
      try count()
      if let complete { return complete }
    }
    return nil
  }

  /// Counts the current byte against the limits.
  private mutating func count() throws(RequestFault) {
    switch state {
    case .requestLine:
      headBytes += 1
      guard headBytes <= limits.headBytes else { throw .targetTooLong }
    case .fields, .trailers:
      headBytes += 1
      guard headBytes <= limits.headBytes else { throw .fieldsTooLarge }
    case .chunkLine:
      guard line.count <= limits.chunkLineBytes else { throw .malformed(.chunk) }
    case .body, .chunk, .chunkEnd, .failed: break
    }
  }

  private mutating func take(_ line: [UInt8]) throws(RequestFault) -> Event? {
    switch state {
    case .requestLine(let hasSkippedLine):
      if line.isEmpty && !hasSkippedLine {
        state = .requestLine(hasSkippedLine: true)
      } else {
        state = .fields(try RequestLine(line))
      }
    case .fields(let first):
      guard line.isEmpty else {
        fields.append(try field(line))
        return nil
      }
      let head = try RequestHead(first, fields)
      fields = []
      switch head.framing {
      case .length(let count): state = .body(left: count)
      case .chunked: state = .chunkLine
      }
      return .head(head)
    case .chunkLine:
      let size = try ChunkSize.read(line)
      state = size == 0 ? .trailers : .chunk(left: size)
    case .chunkEnd:
      state = .chunkLine
    case .trailers:
      guard !line.isEmpty else { return end() }
      // The trailer is checked and dropped, because no handler needs trailers and a trailer must not change the head.
      _ = try field(line)
    case .body, .chunk, .failed: break
    }
    return nil
  }

  private mutating func field(_ line: [UInt8]) throws(RequestFault) -> RequestHead.Field {
    fieldCount += 1
    guard fieldCount <= limits.fields else { throw .fieldsTooLarge }
    return try RequestHead.Field(line: line)
  }

  private mutating func end() -> Event {
    state = .requestLine(hasSkippedLine: false)
    fieldCount = 0
    headBytes = 0
    return .end
  }
}
