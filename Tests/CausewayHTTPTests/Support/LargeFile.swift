import Foundation

/// A folder with a single file, whose every part differs from every other.
final class LargeFile {
  static let name = "large.bin"

  let folder: URL
  let content: Data

  init(bytes: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "large-file-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var content = Data(capacity: bytes + 8)
    var number: UInt64 = 0x0101_0101_0101_0101
    while content.count < bytes {
      withUnsafeBytes(of: number) { content.append(contentsOf: $0) }
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    }
    self.content = content.prefix(bytes)
    try self.content.write(to: file)
  }

  convenience init(megabytes: Int) throws { try self.init(bytes: megabytes << 20) }

  var file: URL { folder.appending(path: Self.name) }

  /// Gives the file another length.
  func truncate(to bytes: Int) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(bytes))
    try handle.close()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }  // it is temporary
}
