import CWebKitGTK

/// Reads streams of GIO without waiting for them.
@MainActor
enum StreamReader {
  /// Reads a stream to its end; what it gave up to then, if it breaks off.
  static func readAll(of stream: UnsafeMutablePointer<GInputStream>, then body: @escaping (Data) -> Void) {
    let output = g_memory_output_stream_new_resizable()!
    AsyncResult.call { callback, data in
      g_output_stream_splice_async(
        output, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, G_PRIORITY_DEFAULT, nil, callback, data)
    } then: { result in
      g_output_stream_splice_finish(output, result, nil)
      defer { g_object_unref(output) }
      let memory = UnsafeMutableRawPointer(output).assumingMemoryBound(to: GMemoryOutputStream.self)
      let count = Int(g_memory_output_stream_get_data_size(memory))
      body(g_memory_output_stream_get_data(memory).map { Data(bytes: $0, count: count) } ?? Data())
    }
  }
}
