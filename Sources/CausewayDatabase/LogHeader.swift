import Foundation

/// The database's header in a write-ahead log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
///
/// The log of a database whose header was spoiled has the header too, because SQLite writes pages into the file only from
/// the log.
struct LogHeader {
  private static let magics: Set<UInt32> = [0x377f_0682, 0x377f_0683]

  private let pageSize: Int
  /// The `application_id` in the last version of the first page.
  private let applicationID: Int32

  /// Reads the log; nil if it has no first page.
  init?(of path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }  // nothing was written
    guard let header = Self.words(8, of: file, at: 0), Self.magics.contains(header[0]), header[2] >= 512 else {
      return nil
    }
    pageSize = Int(header[2])
    var applicationID: Int32?
    var offset = 32
    // A frame is the number of its page, five other words, and the page. Those of earlier transactions, which the log
    // reuses, have other salts.
    while let frame = Self.words(24, of: file, at: offset), frame[2...3] == header[4...5] {
      if frame[0] == 1 { applicationID = Int32(bitPattern: frame[6 + 17]) }
      offset += 24 + pageSize
    }
    guard let applicationID else { return nil }
    self.applicationID = applicationID
  }

  /// Whether a file of this size can be a database of this application whose header the log repairs.
  func repairs(fileOf size: Int, _ applicationID: Int32) -> Bool {
    size > 0 && size.isMultiple(of: pageSize) && self.applicationID == applicationID
  }

  /// Returns words of 32 bits with the highest byte first; nil if the file has fewer.
  private static func words(_ count: Int, of file: FileHandle, at offset: Int) -> [UInt32]? {
    guard (try? file.seek(toOffset: UInt64(offset))) != nil, let data = try? file.read(upToCount: 4 * count),
      data.count == 4 * count
    else { return nil }
    let bytes = Array(data)
    return (0..<count).map { word in bytes[4 * word..<4 * word + 4].reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
