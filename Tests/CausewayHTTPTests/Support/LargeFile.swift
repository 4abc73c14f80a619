import Foundation

/// A folder with one large file. Each part of the file differs from all other parts, so no part can replace another.
final class LargeFile {
  static let name = "large.bin"

  let folder: URL
  let content: Data

  init(bytes: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "large-file-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let block = Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* $0 &>> 3) })
    var content = Data(capacity: bytes + block.count)
    var number: UInt64 = 0
    while content.count < bytes {
      withUnsafeBytes(of: number) { content.append(contentsOf: $0) }
      content.append(block.dropFirst(8))
      number += 1
    }
    self.content = content.prefix(bytes)
    try self.content.write(to: file)
  }

  convenience init(megabytes: Int) throws { try self.init(bytes: megabytes << 20) }

  var file: URL { folder.appending(path: Self.name) }

  /// Changes the length of the file.
  func truncate(to bytes: Int) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(bytes))
    try handle.close()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }  // Ignore errors, because the folder is temporary.
}
