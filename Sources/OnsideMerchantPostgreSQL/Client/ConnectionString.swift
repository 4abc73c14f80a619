internal import CPostgreSQL
import Foundation
import OnsideMerchant

/// A connection string of libpq's, `host=… dbname=…` or `postgresql://…`. It can hold a password.
struct ConnectionString: Sendable {
  private let text: String
  private let password: String?

  /// - Throws: `invalidConnectionString`.
  init(_ text: String) throws(LedgerError) {
    guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else { throw .invalidConnectionString }
    defer { PQconninfoFree(options) }
    self.text = text
    var password: String?
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword) == "password", let value = option.pointee.val { password = String(cString: value) }
      option += 1
    }
    self.password = password
  }

  /// Gives libpq what it takes: keywords and values, both with a nil at the end.
  func withParameters<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    // What comes before the string can be changed by it, what comes after it cannot.
    let parameters = [
      ("fallback_application_name", "onside-ledger"), ("connect_timeout", "10"), ("tcp_user_timeout", "30000"),
      ("target_session_attrs", "read-write"), ("dbname", text), ("client_encoding", "UTF8"),
    ]
    let names = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let namePointers = names.map { UnsafePointer<CChar>($0) } + [nil]
    let valuePointers = values.map { UnsafePointer<CChar>($0) } + [nil]
    return body(namePointers, valuePointers)
  }

  /// A text of libpq's on one line, without the password.
  func redacted(_ message: String) -> String {
    var text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    if let password, !password.isEmpty { text = text.replacing(password, with: "…") }
    return text
  }
}
