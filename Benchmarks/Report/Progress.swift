import Foundation

/// Progress messages for the user who waits, on standard error.
enum Progress {
  private static let start = ContinuousClock.now

  static func say(_ text: String) {
    let seconds = Int((ContinuousClock.now - start).seconds)
    FileHandle.standardError.write(Data("[\(seconds) s] \(text)\n".utf8))
  }
}
