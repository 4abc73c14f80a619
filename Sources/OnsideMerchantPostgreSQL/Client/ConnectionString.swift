internal import CPostgreSQL
import Foundation
import OnsideMerchant

/// A connection string of libpq's, `host=… dbname=…` or `postgresql://…`. It can hold a password.
struct ConnectionString: Sendable {
  private let text: String
  private let password: String?
  /// How long an attempt to connect to one host takes at most, in seconds.
  private let longestAttempt: Int

  /// - Throws: `invalidConnectionString`.
  init(_ text: String) throws(LedgerError) {
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
    self.password = password
    // Zero is libpq's "for as long as it takes".
    self.longestAttempt = longestAttempt.map { $0 > 0 ? $0 : .max } ?? 10
  }

  /// Gives libpq what it takes: keywords and values, both with a nil at the end.
  ///
  /// - Parameter remaining: how long an attempt may take; libpq makes at least two seconds of it.
  func withParameters<Result>(
    _ remaining: Duration?,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    // What comes before the string can be changed by it, what comes after it cannot.
    let parameters = [
      ("fallback_application_name", "onside-ledger"), ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"),
      ("keepalives_interval", "10"), ("keepalives_count", "3"), ("target_session_attrs", "read-write"),
      ("dbname", text), ("client_encoding", "UTF8"), ("connect_timeout", "\(attempt(remaining))"),
    ]
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

  /// A text of libpq's on one line, without the password.
  func redacted(_ message: String) -> String {
    // Its further lines begin with a tab.
    var text = message.split(whereSeparator: \.isNewline)
      .map { String($0.drop(while: \.isWhitespace)) }.joined(separator: " ")
    if let password, !password.isEmpty { text = text.replacing(utf8: password, with: "…") }
    return text
  }
}

extension String {
  /// The text with another in the place of each occurrence of some bytes: a mark at their beginning is one `Character` with
  /// what stands before them.
  fileprivate func replacing(utf8 bytes: String, with replacement: String) -> String {
    let parts = Array(utf8).split(separator: Array(bytes.utf8), omittingEmptySubsequences: false)
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: replacement)
  }
}
