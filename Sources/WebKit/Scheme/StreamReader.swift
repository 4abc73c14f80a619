import CWebKitGTK

/// Reads streams of GIO whose data is in memory already, as that of a request's body is.
@MainActor
enum StreamReader {
  /// Reads a stream to its end; what it gave up to then, if it breaks off. The data is copied once.
  static func readAll(of stream: UnsafeMutablePointer<GInputStream>) -> Data {
    var capacity = 1 << 16
    var count = 0
    var buffer = malloc(capacity)!
    while true {
      var read: gsize = 0
      let isWhole = g_input_stream_read_all(stream, buffer + count, gsize(capacity - count), &read, nil, nil) != 0
      count += Int(read)
      guard isWhole, count == capacity else { break }
      capacity *= 2  // large blocks are moved without a copy
      buffer = realloc(buffer, capacity)!
    }
    // A small body is not to hold a large block; one that does not shrink is as good.
    buffer = realloc(buffer, max(count, 1)) ?? buffer
    return Data(bytesNoCopy: buffer, count: count, deallocator: .free)
  }
}
