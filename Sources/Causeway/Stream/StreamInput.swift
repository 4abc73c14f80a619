import CausewayJSON

/// The values that arrived from the page for one stream, until the app reads them.
///
/// Values stay JSON text until they are read, because a parsed value can take much more memory than its text. The texts
/// and the pieces never take more memory than is reserved in the document's ``StreamPool``.
@MainActor final class StreamInput {
  /// Values or pieces that arrived one after another.
  struct Batch: Sendable {
    /// The texts of values, without separators.
    fileprivate(set) var texts: [UInt8] = []
    /// The offset in `texts` at which each value ends.
    fileprivate(set) var ends: [Int] = []
    fileprivate(set) var pieces: [Bytes] = []
    /// The size of the batch in units of ``StreamFlow``.
    fileprivate(set) var units = 0

    /// The number of values and pieces.
    var count: Int { ends.count + pieces.count }
  }

  let content: StreamContent
  private var window: StreamWindow
  private var buffer = Batch()
  /// The number of bytes that the reader has taken but not finished yet.
  private var takenBytes = 0
  private var bufferedBytes = 0
  private var reserved: Int
  /// The number of bytes of the values and pieces that have arrived and that the reader has not finished yet.
  var heldBytes: Int { bufferedBytes + takenBytes }
  /// The result with which the stream ended; nil while the stream is open. The reader gets the buffered values before
  /// the error.
  private var end: Result<Void, any Error>?
  private var reader: CheckedContinuation<Batch?, any Error>?
  private weak var conversation: Conversation?
  private let grant: (inout PacketWriter, Int) -> Void

  /// - Parameter grant: writes the line that grants the page more credit.
  init(
    _ content: StreamContent, window: StreamWindow, conversation: Conversation,
    grant: @escaping (inout PacketWriter, Int) -> Void
  ) {
    self.content = content
    self.window = window
    self.conversation = conversation
    self.grant = grant
    reserved = window.size * content.bytesPerUnit
  }

  // MARK: From the page

  /// Stores a value that arrived. Returns a failure if the page was not allowed to send the value; otherwise nil.
  func receive(text: Wire.Text, limit: Int) -> Failure? {
    guard end == nil else { return nil }  // the stream has ended, so the app does not read this value
    if content == .bytes { return .malformed("the stream carries bytes, but the page sent a value") }
    guard text.count <= limit else { return .tooLarge(bytes: text.count, limit: limit) }
    if let failure = account(for: StreamFlow.size(ofText: text), bytes: text.count) { return failure }
    buffer.texts.append(contentsOf: text)
    buffer.ends.append(buffer.texts.count)
    wake()
    return nil
  }

  /// Stores a piece of bytes that arrived. Returns a failure if the page was not allowed to send the piece; otherwise
  /// nil.
  func receive(_ bytes: Bytes) -> Failure? {
    guard end == nil else { return nil }  // the stream has ended, so the app does not read this piece
    if content == .values { return .malformed("the stream carries values, but the page sent bytes") }
    if let failure = account(for: bytes.count + StreamFlow.overhead, bytes: bytes.count) { return failure }
    buffer.pieces.append(bytes)
    wake()
    return nil
  }

  private func account(for units: Int, bytes: Int) -> Failure? {
    guard window.receive(units) else { return .malformed("the page sent more than the credit of the stream allows") }
    buffer.units += units
    bufferedBytes += bytes
    let missing = bufferedBytes + takenBytes - reserved
    guard missing <= 0 || reserve(missing) else {
      return .tooLarge(bytes: bytes, limit: conversation?.bridge.limits.streamedBytes ?? 0)
    }
    return nil
  }

  /// Ends the stream. The reader first gets the buffered values. Does nothing if the stream has ended.
  func finish(_ error: (any Error)? = nil) {
    guard end == nil else { return }
    end = error.map { .failure($0) } ?? .success(())
    if let reader {
      self.reader = nil
      reader.resume(with: takeEnd())
    }
  }

  /// Ends the stream and drops the buffered values, because its request or call has ended. A reader that has not
  /// reached the end gets the error, by default `CancellationError`.
  func close(_ error: (any Error)? = nil) {
    if buffer.count > 0 { end = nil }  // otherwise the stream would look complete
    buffer = Batch()
    bufferedBytes = 0
    finish(error ?? CancellationError())
    release()
  }

  // MARK: To the reader

  /// Returns everything that has arrived. Waits if nothing has arrived yet. Returns nil at the end.
  ///
  /// Throws the error with which the stream ended, but only once. Throws `CancellationError` if the reader's task was
  /// cancelled, because a stream that was cut off must not look complete.
  /// - Parameter consumed: the units of the previous batch, which the reader has finished.
  func take(consumed: Int) async throws -> Batch? {
    consume(consumed)
    if let batch = takeBuffer() { return batch }
    if end != nil { return try takeEnd().get() }
    precondition(reader == nil, "Two tasks read the same stream; read it in one task.")
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { reader = $0 }
    } onCancel: {
      Task { @MainActor in
        let reader = self.reader
        self.reader = nil
        reader?.resume(throwing: CancellationError())
      }
    }
  }

  private func wake() {
    guard let reader, let batch = takeBuffer() else { return }
    self.reader = nil
    reader.resume(returning: batch)
  }

  private func takeBuffer() -> Batch? {
    guard buffer.count > 0 else { return nil }
    defer { buffer = Batch() }
    takenBytes = bufferedBytes
    bufferedBytes = 0
    return buffer
  }

  /// Returns the error with which the stream ended, or nil if it ended without one. After an error, the next call
  /// returns nil.
  private func takeEnd() -> Result<Batch?, any Error> {
    defer {
      end = .success(())
      release()
    }
    if case .failure(let error) = end { return .failure(error) }
    return .success(nil)
  }

  private func consume(_ units: Int) {
    takenBytes = 0
    guard end == nil else { return }
    // A value that was larger than the credit has reserved more memory than the window. Release that memory.
    let surplus = reserved - max(window.size * content.bytesPerUnit, bufferedBytes)
    if surplus > 0 { _ = reserve(-surplus) }
    if let credit = window.consume(units) { conversation?.write { grant(&$0, credit) } }
  }

  private func release() {
    _ = reserve(-reserved)
  }

  private func reserve(_ bytes: Int) -> Bool {
    guard conversation?.streams.pool.reserve(bytes) == true else { return false }
    reserved += bytes
    return true
  }
}
