#if os(Linux)
import CausewayJSON
import Foundation
import OnsideMerchant

/// The connection of the commands `causeway-merchant ledger` to a server that has the same file open: a socket beside
/// the file, which only the server's user and root can use. Each connection has one request and one answer. Both are a
/// line of JSON.
enum LedgerControl {
  enum Request: Hashable, Sendable {
    case backup(to: URL)
    case prune(before: Date)
    case events(LedgerEventsCommand.Work)
  }

  /// The error of the server, or of the connection to it.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The maximum length of a request or an answer, in bytes.
  static let maximumBytes = 64 << 10

  static func path(of ledger: URL) -> String { ledger.path + ".control" }

  /// Returns the address of a socket; nil if the path is too long for one.
  static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  /// Calls a function of the system with the address of a socket.
  ///
  /// - Parameter length: the length of the address, in bytes.
  static func with<Result>(
    _ address: sockaddr_un, length: Int = MemoryLayout<sockaddr_un>.size,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  // MARK: The command's side

  /// Asks the server that has a ledger open.
  ///
  /// - Returns: the server's answer for people; nil if no server has the ledger open.
  /// - Throws: ``Failure``.
  static func ask(_ request: Request, of ledger: URL) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      // The wait for the answer blocks, so it has a thread of its own.
      Thread.detachNewThread { continuation.resume(with: Result { try exchange(request, ledger) }) }
    }
  }

  private static func exchange(_ request: Request, _ ledger: URL) throws -> String? {
    guard let address = address(path(of: ledger)) else { return nil }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard with(address, { connect(descriptor, $0, $1) }) == 0 else {
      // Without a server, the socket does not exist, or it is left from a server that was killed.
      if errno == ENOENT || errno == ECONNREFUSED { return nil }
      throw Failure(description: "\(path(of: ledger)): \(String(cString: strerror(errno)))")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: Data((json(request).json + "\n").utf8))
    guard shutdown(descriptor, Int32(SHUT_WR)) == 0, let data = try handle.readToEnd(),
      let answer = try? JSONValue(parsing: data)
    else { throw Failure(description: "the server ended the connection without an answer; its log says why") }
    if let error = answer["error"]?.stringValue { throw Failure(description: error) }
    return answer["done"]?.stringValue ?? ""
  }

  private static func json(_ request: Request) -> JSONValue {
    switch request {
    case .backup(let file): ["backup": .string(file.path)]
    case .prune(let date): ["prune_before": .number(date.timeIntervalSince1970)]
    case .events(let work): ["events": .string(work.rawValue)]
    }
  }

  // MARK: The server's side

  /// Reads a request; nil if it is malformed.
  static func request(_ data: Data) -> Request? {
    guard let value = try? JSONValue(parsing: data) else { return nil }
    if let path = value["backup"]?.stringValue, path.hasPrefix("/") { return .backup(to: URL(fileURLWithPath: path)) }
    if let work = value["events"]?.stringValue { return LedgerEventsCommand.Work(rawValue: work).map { .events($0) } }
    return value["prune_before"]?.numberValue.map { .prune(before: Date(timeIntervalSince1970: $0)) }
  }

  /// Performs a request, and returns the answer.
  static func answer(_ request: Request?, _ ledger: SQLiteLedger) async -> JSONValue {
    do {
      switch request {
      case nil: return ["error": "the server does not understand the request; use the same version of the command"]
      case .backup(let file):
        return ["done": .string(LedgerBackupCommand.text(file, try await ledger.backup(to: file)))]
      case .events(let work): return ["done": .string(try await LedgerEventsCommand.perform(work, ledger))]
      case .prune(let bound): return ["done": .string(LedgerPruneCommand.text(try await ledger.prune(before: bound)))]
      }
    } catch {
      return ["error": .string("\(error)")]
    }
  }
}
#endif
