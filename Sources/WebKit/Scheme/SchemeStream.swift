import CWebKitGTK

/// The data of an answer as a stream, which WebKitGTK reads while the app's handler is still providing the data.
///
/// No thread is blocked, because a read that finds no data waits asynchronously for the next part. The data is copied
/// only once, into the engine's own buffer. The engine begins to read at once. Its first read provides the object that
/// reports a cancellation, so this stream is notified of every cancellation by the engine.
@MainActor
final class SchemeStream {
  private struct Read {
    let task: OpaquePointer
    let buffer: UnsafeMutableRawBufferPointer
  }

  /// The function to call when the engine cancels, unless the stream has ended before.
  var didCancel: () -> Void = {}

  private var parts: ArraySlice<Data> = []
  private var isFinished = false
  private var failure: NSError?
  private var read: Read?
  private var cancellation: SignalConnection?

  /// Returns WebKitGTK's object for the stream, which retains the stream.
  func makeInputStream() -> OpaquePointer {
    let stream = g_object_new_with_properties(Self.type, 0, nil, nil)!
    g_object_set_qdata_full(stream, Self.key, Unmanaged.passRetained(self).toOpaque()) { data in
      if let data { Unmanaged<SchemeStream>.fromOpaque(data).release() }
    }
    return OpaquePointer(stream)
  }

  // MARK: Writing

  /// Adds a part of the data.
  func append(_ data: Data) {
    guard !data.isEmpty else { return }
    parts.append(data)
    answer()
  }

  /// Ends the stream after the parts that were added.
  func finish() {
    isFinished = true
    answer()
  }

  /// Ends the stream with an error. Data that has not been read is lost.
  func fail(_ error: NSError) {
    failure = error
    parts = []
    answer()
  }

  // MARK: Reading

  private func read(
    _ stream: UnsafeMutablePointer<GInputStream>, into buffer: UnsafeMutableRawBufferPointer,
    _ cancellable: UnsafeMutablePointer<GCancellable>?, _ callback: GAsyncReadyCallback?, _ data: gpointer?
  ) {
    if cancellation == nil, let cancellable { listen(to: cancellable) }
    read = Read(task: g_task_new(stream, cancellable, callback, data), buffer: buffer)
    answer()
  }

  private func listen(to cancellable: UnsafeMutablePointer<GCancellable>) {
    let callback: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      MainActor.assumeIsolated { ClosureBox<SchemeStream>.borrow(data).body.cancel() }
    }
    cancellation = SignalConnection(
      GObjectReference(borrowing: gpointer(cancellable)), "cancelled", box: ClosureBox(self),
      callback: unsafeBitCast(callback, to: GCallback.self))
  }

  /// Answers the engine's read, if there is one and there is data or an end to report.
  private func answer() {
    guard let read, isFinished || failure != nil || !parts.isEmpty else { return }
    self.read = nil
    if let failure {
      cancellation = nil
      g_task_return_error(read.task, Self.makeGError(failure))
    } else {
      let count = fill(read.buffer)
      if count == 0 { cancellation = nil }
      g_task_return_int(read.task, count)
    }
    g_object_unref(gpointer(read.task))
    GLibPump.shared.wake()
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count, let part = parts.first {
      let taken = part.prefix(buffer.count - count)
      count += taken.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if taken.count == part.count {
        parts.removeFirst()
      } else {
        parts[parts.startIndex] = part.dropFirst(taken.count)
      }
    }
    // Replace the empty slice, because a slice retains the elements that were removed from its front.
    if parts.isEmpty { parts = [] }
    return count
  }

  private func cancel() {
    cancellation = nil
    parts = []
    if let read {
      self.read = nil
      g_task_return_error_if_cancelled(read.task)
      g_object_unref(gpointer(read.task))
      GLibPump.shared.wake()
    }
    if !isFinished, failure == nil { didCancel() }
  }

  private static func makeGError(_ error: NSError) -> UnsafeMutablePointer<GError>? {
    g_error_new_literal(
      g_quark_from_string(error.domain.isEmpty ? "WKURLSchemeTask" : error.domain),
      gint(truncatingIfNeeded: error.code), error.localizedDescription)
  }

  // MARK: GObject

  private static let key = g_quark_from_string("causeway-scheme-stream")

  /// A subclass of GIO's input stream that reads from the Swift object stored under ``key``.
  private static let type: GType = g_type_register_static_simple(
    g_input_stream_get_type(), "CausewaySchemeStream", guint(MemoryLayout<GInputStreamClass>.size),
    { type, _ in
      type?.assumingMemoryBound(to: GInputStreamClass.self).pointee.read_async = {
        stream, buffer, count, _, cancellable, callback, data in
        // This is safe, because GIO calls this function on the thread that reads, which in WebKitGTK is the main
        // thread.
        nonisolated(unsafe) let call = (stream: stream, cancellable: cancellable, data: data)
        nonisolated(unsafe) let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
        MainActor.assumeIsolated {
          guard let stream = call.stream, let object = g_object_get_qdata(cwk_object(stream), SchemeStream.key)
          else { return }
          Unmanaged<SchemeStream>.fromOpaque(object).takeUnretainedValue()
            .read(stream, into: buffer, call.cancellable, callback, call.data)
        }
      }
    }, guint(MemoryLayout<GInputStream>.size), nil, GTypeFlags(rawValue: 0))
}
