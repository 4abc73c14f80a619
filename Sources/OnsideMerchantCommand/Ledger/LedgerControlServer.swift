#if os(Linux)
import CausewayJSON
import Foundation
import OnsideMerchant

/// The server's end of ``LedgerControl``. It serves one connection after the other.
final class LedgerControlServer: Sendable {
  /// The time in which a client must send its request.
  private static let timeout = timeval(tv_sec: 10, tv_usec: 0)

  private let descriptor: Int32
  private let path: String

  /// Starts listening at a socket beside the ledger's file.
  ///
  /// - Returns: nil if the path is too long for a socket, or the socket cannot be made. The log then says so, and the
  ///   server works without the socket.
  init?(_ ledger: SQLiteLedger, log: ServerLog) {
    let path = LedgerControl.path(of: ledger.file)
    self.path = path
    guard let address = LedgerControl.address(path) else {
      Self.report("the path is too long for a socket; use a shorter one", path, log)
      return nil
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.descriptor = descriptor
    guard descriptor >= 0 else {
      Self.report(String(cString: strerror(errno)), path, log)
      return nil
    }
    // The ledger is locked, so an existing socket is left from a server that was killed.
    unlink(path)
    // The mode is set before anybody can connect: a socket accepts connections only after listen.
    guard LedgerControl.with(address, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
      listen(descriptor, 4) == 0
    else {
      Self.report(String(cString: strerror(errno)), path, log)
      close(descriptor)
      return nil
    }
    Thread.detachNewThread {
      var hasFailed = false
      loop: while true {
        let connection = accept(descriptor, nil, nil)
        let error = errno
        guard connection < 0 else {
          hasFailed = false
          Self.serve(connection, ledger, log)
          continue
        }
        switch AcceptError(error) {
        case .stopped: break loop
        case .harmless: continue
        case .failed:
          // Log only the first of several failures in a row.
          if !hasFailed { Self.report(String(cString: strerror(error)), path, log, isLasting: false) }
          hasFailed = true
          // Without a pause, the attempts would use a whole processor.
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
      // Close the descriptor in this thread. If `stop` closed it, another file could get its number while this thread
      // still uses it.
      close(descriptor)
    }
  }

  /// The meaning of an error of `accept`.
  enum AcceptError: Hashable {
    /// The socket was shut down or is not usable any more.
    case stopped
    /// The next attempt can follow at once.
    case harmless
    /// The system lacks a resource, such as a free descriptor, which it can have later.
    case failed

    init(_ number: Int32) {
      switch number {
      case EINVAL, EBADF, ENOTSOCK, EOPNOTSUPP: self = .stopped
      case EINTR, ECONNABORTED: self = .harmless
      default: self = .failed
      }
    }
  }

  private static func report(_ reason: String, _ path: String, _ log: ServerLog, isLasting: Bool = true) {
    let time = isLasting ? "while the server runs" : "at the moment; the server tries again"
    log.write(
      .warning, .ledgerControlFailed,
      "warning: causeway-merchant ledger cannot use this server's ledger \(time): \(path): \(reason)")
  }

  /// Stops listening, and removes the socket. Call this before the ledger is closed: afterward, the socket can be that of
  /// the next server.
  func stop() {
    // This makes `accept` fail, so that the thread ends when it has served the current connection.
    shutdown(descriptor, Int32(SHUT_RDWR))
    unlink(path)
  }

  private static func serve(_ connection: Int32, _ ledger: SQLiteLedger, _ log: ServerLog) {
    defer { close(connection) }
    var limit = timeout
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: false)
    var data = Data()
    // An error, such as a timeout, ends the request, which is then malformed.
    while data.count < LedgerControl.maximumBytes, !data.contains(UInt8(ascii: "\n")),
      let part = try? handle.read(upToCount: 4_096), !part.isEmpty
    {
      data += part
    }
    let request = LedgerControl.request(data)
    let answer = DispatchSemaphore(value: 0)
    let result = AnswerBox()
    Task.detached {
      result.value = await LedgerControl.answer(request, ledger)
      answer.signal()
    }
    answer.wait()
    let text = result.value["done"]?.stringValue ?? result.value["error"]?.stringValue ?? ""
    log.write(
      result.value["error"] == nil ? .info : .error, .ledgerWork, "the ledger's owner: \(text)",
      ["work": .string(name(of: request))])
    // Ignore an error, because the client may have gone away. The work is done anyway.
    try? handle.write(contentsOf: Data((result.value.json + "\n").utf8))
  }

  private static func name(of request: LedgerControl.Request?) -> String {
    switch request {
    case .backup: "backup"
    case .prune: "prune"
    case .events: "events"
    case nil: "unknown"
    }
  }

  /// The answer of the task for which a thread waits.
  private final class AnswerBox: @unchecked Sendable {  // the semaphore orders the accesses
    var value: JSONValue = .null
  }
}
#endif
