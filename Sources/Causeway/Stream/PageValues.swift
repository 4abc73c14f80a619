import CausewayJSON

/// The values that a page sends to the app, one after another: those of an upload, or those with which the page answers
/// ``Conversation/values(_:_:of:in:deadline:)``.
///
/// An app that reads slowly slows the page down, so all values together can be larger than the app's memory. Read them
/// once, in one task. Reading throws `CancellationError` if the task or the request is cancelled, ``PageCallError`` if
/// the page's side failed, and ``Failure/documentGone`` if the page of an upload went away: a stream that ends without
/// an error is complete. An upload's source is closed early when the handler returns. A call's source is closed early
/// when the app has released all copies of the sequence and its iterator.
public struct PageValues<Value: Sendable>: AsyncSequence, Sendable {
  /// Decodes the next element of a batch.
  typealias Decoder = @Sendable (inout StreamBatchReader) throws -> Value

  fileprivate let source: StreamSource
  fileprivate let decode: Decoder

  init(_ source: StreamSource, decode: @escaping Decoder) {
    self.source = source
    self.decode = decode
  }

  /// Returns an iterator. Only one iterator of the sequence can be used.
  public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

  /// An iterator that reads the values in order.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let values: PageValues
    private var batch = StreamBatchReader()

    fileprivate init(values: PageValues) { self.values = values }

    /// Returns the next value, when it arrives; nil at the end.
    ///
    /// Throws the errors of ``PageValues``, and ``Failure/invalidParameters(_:)`` for a value of another type.
    public mutating func next() async throws -> Value? {
      if batch.isAtEnd {
        guard let next = try await values.source.input.take(consumed: consume()) else { return nil }
        batch = StreamBatchReader(next)
      }
      return try values.decode(&batch)
    }

    /// Returns the next value, when it arrives; nil at the end. See ``next()``.
    @available(macOS 15, iOS 18, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
      if batch.isAtEnd {
        guard let next = try await values.source.input.take(consumed: consume()) else { return nil }
        batch = StreamBatchReader(next)
      }
      return try values.decode(&batch)
    }

    /// Returns the size of the batch that was read, in units of ``StreamFlow``, and drops the batch.
    private mutating func consume() -> Int {
      defer { batch = StreamBatchReader() }
      return batch.units
    }
  }
}

/// The stream that all copies of a ``PageValues`` read. If the values answer a call of the app, the call ends when the
/// last copy is released.
final class StreamSource: Sendable {
  let input: StreamInput
  let limits: Limits
  private let abandon: (@MainActor @Sendable () -> Void)?

  /// - Parameter abandon: called when no reader is left, to end a call of the app; nil for a request of the page, which
  ///   ends when its handler returns.
  init(_ input: StreamInput, limits: Limits, abandon: (@MainActor @Sendable () -> Void)? = nil) {
    self.input = input
    self.limits = limits
    self.abandon = abandon
  }

  deinit {
    guard let abandon else { return }
    Task { @MainActor in abandon() }
  }

  /// Returns the values, decoded as a type of the app.
  func values<Value: Decodable & Sendable>(of type: Value.Type) -> PageValues<Value> {
    values { try $0.decodeParameters() }
  }

  /// Returns the values with which the page answers a call, decoded as a type of the app.
  func answers<Value: Decodable & Sendable>(of type: Value.Type) -> PageValues<Value> {
    values { try $0.decodeAnswer() }
  }

  private func values<Value>(_ decode: @escaping @Sendable (JSONValue) throws -> Value) -> PageValues<Value> {
    let limits = limits
    return PageValues(self) { batch in
      guard let text = batch.nextText() else { throw Failure.malformed("the stream carries bytes instead of values") }
      return try text.withUnsafeBufferPointer { text in
        switch Wire.parseBody(text, limits: limits) {
        case .value(let value): try decode(value)
        case .undefined: throw Failure.invalidParameters("a value of the stream is undefined")
        case .unreadable(let reason): throw Failure.invalidParameters("a value of the stream is not JSON: \(reason)")
        }
      }
    }
  }

  /// The bytes, in the pieces in which they arrive.
  var pieces: PageValues<Bytes> {
    PageValues(self) { batch in
      guard let piece = batch.nextPiece() else { throw Failure.malformed("the stream carries values instead of bytes") }
      return piece
    }
  }
}

/// A reader that returns the elements of a batch one by one.
struct StreamBatchReader: Sendable {
  private var batch = StreamInput.Batch()
  private var index = 0

  init() {}
  init(_ batch: StreamInput.Batch) { self.batch = batch }

  var isAtEnd: Bool { index >= batch.count }
  /// The size of the batch, in units of ``StreamFlow``.
  var units: Int { batch.units }

  /// Returns the JSON text of the next value; nil if the batch contains bytes.
  mutating func nextText() -> ArraySlice<UInt8>? {
    guard index < batch.ends.count else { return nil }
    defer { index += 1 }
    return batch.texts[(index == 0 ? 0 : batch.ends[index - 1])..<batch.ends[index]]
  }

  /// Returns the next piece of bytes; nil if the batch contains values.
  mutating func nextPiece() -> Bytes? {
    guard index < batch.pieces.count else { return nil }
    defer { index += 1 }
    return batch.pieces[index]
  }
}
