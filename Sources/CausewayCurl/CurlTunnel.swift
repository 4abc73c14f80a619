internal import CCurl
import Foundation

/// A connection to a server whose bytes the caller makes and reads, with TLS for `https`.
///
/// Each tunnel has a thread of its own, because libcurl's own loop does not wait for such connections. All methods can be called
/// on every thread, each by one task at a time.
package final class CurlTunnel: @unchecked Sendable {  // the lock protects what is shared with the tunnel's thread
  /// The number of bytes that were not taken, or not sent, above which the other side has to wait.
  private static let room = 256 << 10

  private let lock = NSLock()
  private var received = Data()
  private var unsent = Data()
  private var isOver = false
  private var reader: CheckedContinuation<Void, Never>?
  private var writer: CheckedContinuation<Void, Never>?
  /// A pipe whose input wakes the thread.
  private let wakening: (read: Int32, write: Int32)

  private init() throws(HTTPLoader.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .unreachable(reason: String(cString: strerror(errno))) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakening = (ends[0], ends[1])
  }

  deinit {
    Foundation.close(wakening.read)
    Foundation.close(wakening.write)
  }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - server: an `http` or `https` address; its path does not matter.
  ///   - allowsAnyCertificate: whether the server's certificate is not checked.
  package static func connect(
    to server: URL, allowsAnyCertificate: Bool
  ) async throws(HTTPLoader.Failure) -> CurlTunnel {
    HTTPTransfers.prepareLibrary()
    let tunnel = try CurlTunnel()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread { tunnel.run(server, allowsAnyCertificate) { continuation.resume(returning: $0) } }
        thread.name = "HTTP tunnel"
        thread.start()
      }
    } onCancel: {
      tunnel.close()
    }
    try result.get()
    return tunnel
  }

  // MARK: The caller

  /// Waits for bytes of the server.
  /// - Returns: all bytes that have arrived; nil when the connection has ended.
  package func next() async -> Data? {
    while true {
      let (bytes, isOver) = lock.withLock {
        defer { received = Data() }
        return (received, self.isOver)
      }
      if !bytes.isEmpty {
        if bytes.count >= Self.room { wake() }
        return bytes
      }
      if isOver { return nil }
      await withCheckedContinuation { continuation in
        let isReady = lock.withLock {
          if !received.isEmpty || self.isOver { return true }
          reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }

  /// Sends bytes, and waits while many bytes wait to be sent.
  /// - Returns: false if the connection has ended.
  package func send(_ bytes: Data) async -> Bool {
    lock.withLock { unsent.append(bytes) }
    wake()
    await withCheckedContinuation { continuation in
      let isReady = lock.withLock {
        if isOver || unsent.count <= Self.room { return true }
        writer = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    return lock.withLock { !isOver }
  }

  /// Ends the connection at once.
  package func close() { end() }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(wakening.write, &byte, 1)
  }

  private func end() {
    let waiting = lock.withLock {
      isOver = true
      defer { (reader, writer) = (nil, nil) }
      return [reader, writer]
    }
    for continuation in waiting { continuation?.resume() }
    wake()
  }

  // MARK: The thread

  private func run(
    _ server: URL, _ allowsAnyCertificate: Bool, didConnect: (Result<Void, HTTPLoader.Failure>) -> Void
  ) {
    defer { end() }
    blockBrokenPipe()
    do throws(CurlError) {
      guard let handle = curl_easy_init() else { throw CurlError(code: CURLE_OUT_OF_MEMORY) }
      defer { curl_easy_cleanup(handle) }
      try ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1).check()
      try ccurl_allow_http_only(handle).check()
      try ccurl_set_text(handle, CURLOPT_URL, server.absoluteString).check()
      try ccurl_set_number(handle, CURLOPT_CONNECT_ONLY, 1).check()
      try ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT, 30).check()
      // A protocol on the connection itself needs HTTP/1.1, which TLS would otherwise replace by HTTP/2.
      try ccurl_set_number(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1).check()
      if server.isLoopback { try ccurl_set_text(handle, CURLOPT_PROXY, "").check() }
      if allowsAnyCertificate {
        try ccurl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 0).check()
        try ccurl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 0).check()
      }
      try curl_easy_perform(handle).check()
      didConnect(.success(()))
      pass(handle, ccurl_socket(handle))
    } catch {
      didConnect(.failure(.unreachable(reason: error.words)))
    }
  }

  /// Passes bytes in both directions until one side ends.
  private func pass(_ handle: UnsafeMutableRawPointer, _ socket: Int32) {
    while true {
      let (isOver, hasRoom, hasUnsent) = lock.withLock {
        (self.isOver, received.count < Self.room, !unsent.isEmpty)
      }
      if isOver { return }
      // With TLS, libcurl may hold bytes that the socket does not show, so it is asked first.
      if hasRoom, !receive(handle) { return }
      if hasUnsent, !send(handle) { return }
      let state = lock.withLock { (room: received.count < Self.room, unsent: !unsent.isEmpty) }
      let events = (state.room ? POLLIN : 0) | (state.unsent ? POLLOUT : 0)
      var polled = [
        // A negative descriptor is ignored. Without events, the end of the connection would end each wait at once.
        pollfd(fd: events == 0 ? -1 : socket, events: Int16(events), revents: 0),
        pollfd(fd: wakening.read, events: Int16(POLLIN), revents: 0),
      ]
      poll(&polled, 2, -1)
      var bytes: (UInt64, UInt64) = (0, 0)
      _ = read(wakening.read, &bytes, MemoryLayout.size(ofValue: bytes))
    }
  }

  /// Receives the available bytes while there is room. Returns false if the connection has ended.
  private func receive(_ handle: UnsafeMutableRawPointer) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while true {
        var count = 0
        switch curl_easy_recv(handle, buffer.baseAddress, buffer.count, &count) {
        case CURLE_OK where count > 0:
          let (waiting, isFull) = lock.withLock {
            received.append(contentsOf: buffer[..<count])
            defer { reader = nil }
            return (reader, received.count >= Self.room)
          }
          waiting?.resume()
          if isFull { return true }
        case CURLE_AGAIN: return true
        default: return false
        }
      }
    }
  }

  /// Sends what waits, as much as the socket takes. Returns false if the connection has ended.
  private func send(_ handle: UnsafeMutableRawPointer) -> Bool {
    while true {
      let bytes = lock.withLock { unsent }
      guard !bytes.isEmpty else { return true }
      var count = 0
      let code = bytes.withUnsafeBytes { curl_easy_send(handle, $0.baseAddress, $0.count, &count) }
      if code == CURLE_AGAIN { return true }
      guard code == CURLE_OK else { return false }
      let waiting = lock.withLock { () -> CheckedContinuation<Void, Never>? in
        unsent = Data(unsent.dropFirst(count))
        guard unsent.count <= Self.room else { return nil }
        defer { writer = nil }
        return writer
      }
      waiting?.resume()
    }
  }
}
