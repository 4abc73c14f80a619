import Foundation

/// A picture that is being received, in a separate file, so that it can be larger than the available memory.
///
/// Each write blocks the main actor, but only briefly, because a piece has at most a few mebibytes. An app that
/// receives films writes them in a separate actor.
@MainActor final class PhotoDraft {
  /// The maximum size of a picture, in bytes.
  static let mostBytes = 50 << 20

  /// The number of bytes that have been written.
  private(set) var bytes = 0
  private let file: URL
  private let handle: FileHandle
  private var isOpen = true

  init(in folder: URL) throws {
    file = folder.appendingPathComponent("\(UUID().uuidString).draft")
    try Data().write(to: file)
    handle = try FileHandle(forWritingTo: file)
  }

  /// Throws if a picture of this size is not accepted.
  func expect(_ bytes: Int) throws {
    if bytes > Self.mostBytes { throw PhotoTooLarge(details: .init(most: Self.mostBytes)) }
  }

  /// Writes a piece. Throws if the bytes are not those of a picture.
  func append(_ piece: Data) throws {
    if bytes == 0, !Self.isPicture(piece) { throw NotAPicture() }
    try expect(bytes + piece.count)
    try handle.write(contentsOf: piece)
    bytes += piece.count
  }

  /// Moves the complete picture to another file.
  func finish(as file: URL) throws {
    guard bytes > 0 else { throw NotAPicture() }
    try handle.close()
    try FileManager.default.moveItem(at: self.file, to: file)
    isOpen = false
  }

  /// Deletes the file, unless it was finished.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    // Errors are ignored, because the next line deletes the file even if it could not be closed, and the page could do
    // nothing about a file that cannot be deleted.
    try? handle.close()
    try? FileManager.default.removeItem(at: file)
  }

  /// Returns whether data begins like the file of a picture. The app checks the bytes, because a page can claim any
  /// type.
  private static func isPicture(_ data: Data) -> Bool {
    let beginnings: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8),
    ]
    return beginnings.contains { data.starts(with: $0) }
  }
}
