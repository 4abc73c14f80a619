/// The delegate's word on where a file goes, given once; nowhere if it is let go.
@MainActor
final class DownloadDestination {
  private var take: ((URL?) -> Void)?

  init(_ take: @escaping (URL?) -> Void) {
    self.take = take
  }

  /// Decides; nil cancels the download.
  func decide(_ destination: URL?) {
    guard let take else { return assertionFailure("A download delegate called a completionHandler twice.") }
    self.take = nil
    take(destination)
  }

  isolated deinit {
    take?(nil)
  }
}
