import CWebKitGTK

/// A reader of GIO streams whose data is already in memory, such as the data of a request's body.
@MainActor
enum StreamReader {
  /// Reads a stream to its end, or until it fails. Returns the data that was read. The data is copied once.
  static func readAll(of stream: UnsafeMutablePointer<GInputStream>) -> Data {
    var capacity = 1 << 16
    var count = 0
    var buffer = malloc(capacity)!
    while true {
      var read: gsize = 0
      let isWhole = g_input_stream_read_all(stream, buffer + count, gsize(capacity - count), &read, nil, nil) != 0
      count += Int(read)
      guard isWhole, count == capacity else { break }
      capacity *= 2  // `realloc` moves large blocks without a copy.
      buffer = realloc(buffer, capacity)!
    }
    // A small body must not keep a large block. If shrinking fails, the large block is used.
    buffer = realloc(buffer, max(count, 1)) ?? buffer
    return Data(bytesNoCopy: buffer, count: count, deallocator: .free)
  }
}
