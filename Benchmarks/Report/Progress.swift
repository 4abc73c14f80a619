import Foundation

/// The progress messages for the user, on standard error.
enum Progress {
  private static let start = ContinuousClock.now

  static func say(_ text: String) {
    let seconds = Int((ContinuousClock.now - start).seconds)
    FileHandle.standardError.write(Data("[\(seconds) s] \(text)\n".utf8))
  }
}
