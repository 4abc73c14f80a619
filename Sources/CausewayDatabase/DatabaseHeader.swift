import Foundation

/// The first 100 bytes of a database file (https://www.sqlite.org/fileformat2.html#the_database_header).
///
/// They are read before SQLite opens the file, which takes one of a few bytes for a new and empty database, and can
/// change a file that it opens: one of a newer version has to stay as it is.
struct DatabaseHeader {
  private let bytes: [UInt8]

  /// Reads it. A file that is shorter has a shorter one.
  ///
  /// A link or a named pipe can have been put there since the file was checked: the one is refused, for the other this does
  /// not wait.
  init(of path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(path: path, systemError: errno) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw DatabaseError(path: path, systemError: errno) }
    bytes = Array(buffer.prefix(count))
  }

  /// Whether the file has no byte.
  var isEmpty: Bool { bytes.isEmpty }

  /// What is wrong with it, or nil.
  var fault: String? {
    guard bytes.count == 100 else { return "it ends after \(bytes.count) bytes" }
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return "it is not an SQLite file" }
    let known =
      (1...2).contains(bytes[18]) && (1...2).contains(bytes[19]) && (1...4).contains(number(at: 44))
      && (1...3).contains(number(at: 56))
    return known ? nil : "its header is not SQLite's"
  }

  /// `user_version`, if there is a whole header.
  var version: Int? { bytes.count == 100 ? Int(number(at: 60)) : nil }
  /// `application_id`, if there is a whole header.
  var applicationID: Int32? { bytes.count == 100 ? number(at: 68) : nil }

  private func number(at offset: Int) -> Int32 {
    Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
  }
}
