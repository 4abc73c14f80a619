import Foundation

/// The first 100 bytes of a database file (https://www.sqlite.org/fileformat2.html#the_database_header).
///
/// The header is read before SQLite opens the file, for two reasons: SQLite treats a file of a few bytes as a new and
/// empty database, and opening can change a file, but a file of a newer version must stay unchanged.
struct DatabaseHeader {
  private static let magic = Array("SQLite format 3\0".utf8)

  private let bytes: [UInt8]

  /// Reads the header. If the file has fewer than 100 bytes, reads all of them.
  ///
  /// A link or a named pipe may have replaced the file since it was checked. A link is refused, and a pipe does not
  /// block this call.
  init(of path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(path: path, systemError: errno) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw DatabaseError(path: path, systemError: errno) }
    bytes = Array(buffer.prefix(count))
  }

  /// Whether the file is empty.
  var isEmpty: Bool { bytes.isEmpty }

  /// The reason why the header is not valid; nil if it is.
  var fault: String? {
    guard bytes.count == 100 else { return "it ends after \(bytes.count) bytes" }
    guard bytes.starts(with: Self.magic) else { return "it is not an SQLite file" }
    let known =
      (1...2).contains(bytes[18]) && (1...2).contains(bytes[19]) && (1...4).contains(number(at: 44))
      && (1...3).contains(number(at: 56))
    return known ? nil : "its header is not SQLite's"
  }

  /// Returns the reason why the file is not a database with an application id; nil if it is one, even a damaged one.
  func difference(from applicationID: Int32) -> String? {
    if isEmpty { return "it is empty" }
    guard bytes.starts(with: Self.magic) else { return "it is not an SQLite file" }
    guard let found = self.applicationID else { return "it ends after \(bytes.count) bytes" }
    return found == applicationID ? nil : "it is a database of another program"
  }

  /// The `user_version`; nil if the header is incomplete.
  var version: Int? { bytes.count == 100 ? Int(number(at: 60)) : nil }
  /// The `application_id`; nil if the header is incomplete.
  var applicationID: Int32? { bytes.count == 100 ? number(at: 68) : nil }

  private func number(at offset: Int) -> Int32 {
    Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
  }
}
