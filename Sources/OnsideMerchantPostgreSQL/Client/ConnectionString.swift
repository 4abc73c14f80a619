internal import CPostgreSQL
import Foundation
import OnsideMerchant

/// A connection string for libpq, `host=… dbname=…` or `postgresql://…`. It can contain a password.
struct ConnectionString: Sendable {
  private let text: String
  /// The password of the connection string, or the separate one.
  private let password: String?
  /// Whether the connection string contains a password.
  let containsPassword: Bool
  /// The timeout of an attempt to connect to one host, in seconds; `Int.max` for none.
  private let longestAttempt: Int

  /// Parses a connection string.
  ///
  /// - Parameter separate: a password that overrides that of the connection string; nil for none.
  /// - Throws: `invalidConnectionString`.
  init(_ text: String, password separate: String? = nil) throws(LedgerError) {
    guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else { throw .invalidConnectionString }
    defer { PQconninfoFree(options) }
    self.text = text
    var (password, longestAttempt): (String?, Int?)
    var option = options
    while let keyword = option.pointee.keyword {
      let value = option.pointee.val.map { String(cString: $0) }
      switch String(cString: keyword) {
      case "password": password = value
      case "connect_timeout": longestAttempt = value.flatMap { Int($0) }
      default: break
      }
      option += 1
    }
    containsPassword = password != nil
    self.password = separate ?? password
    // In libpq, zero means no timeout.
    self.longestAttempt = longestAttempt.map { $0 > 0 ? $0 : .max } ?? 10
  }

  /// Calls `body` with the arguments for libpq: keywords and values, each list with a nil at the end.
  ///
  /// - Parameters:
  ///   - remaining: The timeout of an attempt. Libpq waits at least two seconds.
  ///   - acceptsReadOnly: Whether to accept a server that does not write, whatever the connection string says.
  func withParameters<Result>(
    _ remaining: Duration?, acceptsReadOnly: Bool = false,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    // The connection string (`dbname`) overrides the parameters before it in this list, but not those after it.
    var parameters = [
      ("fallback_application_name", "onside-ledger"), ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"),
      ("keepalives_interval", "10"), ("keepalives_count", "3"), ("target_session_attrs", "read-write"),
      ("dbname", text), ("client_encoding", "UTF8"), ("connect_timeout", "\(attempt(remaining))"),
    ]
    if let password { parameters.append(("password", password)) }
    if acceptsReadOnly { parameters.append(("target_session_attrs", "any")) }
    let names = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let namePointers = names.map { UnsafePointer<CChar>($0) } + [nil]
    let valuePointers = values.map { UnsafePointer<CChar>($0) } + [nil]
    return body(namePointers, valuePointers)
  }

  private func attempt(_ remaining: Duration?) -> Int {
    let remaining = remaining.map { Int($0.components.seconds) + 1 } ?? .max
    let seconds = min(longestAttempt, remaining)
    return seconds == .max ? 0 : seconds
  }

  /// Puts a message of libpq on one line, and removes the password.
  func redacted(_ message: String) -> String {
    // In a message with several lines, the second line and all later ones begin with a tab.
    // Libpq repeats the sentence for the attempts with and without TLS.
    var lines: [Substring] = []
    for line in message.split(whereSeparator: \.isNewline).map({ $0.drop(while: \.isWhitespace) })
    where !lines.contains(line) {
      lines.append(line)
    }
    var text = lines.joined(separator: " ")
    if let password, !password.isEmpty { text = text.replacing(utf8: password, with: "…") }
    return text
  }
}

extension String {
  /// Returns the text with each occurrence of these UTF-8 bytes replaced. A search by `Character` could miss a password
  /// that begins with a combining mark, because the mark joins the `Character` before it.
  fileprivate func replacing(utf8 bytes: String, with replacement: String) -> String {
    let parts = Array(utf8).split(separator: Array(bytes.utf8), omittingEmptySubsequences: false)
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: replacement)
  }
}
