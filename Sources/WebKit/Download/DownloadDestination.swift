/// The delegate's decision on the destination of a file, which can be given once. Without a decision, releasing the
/// object cancels the download.
@MainActor
final class DownloadDestination {
  private var take: ((URL?) -> Void)?

  init(_ take: @escaping (URL?) -> Void) {
    self.take = take
  }

  /// Sets the destination; nil cancels the download.
  func decide(_ destination: URL?) {
    guard let take else {
      return assertionFailure("A download delegate decided twice. Call the completionHandler once.")
    }
    self.take = nil
    take(destination)
  }

  isolated deinit {
    take?(nil)
  }
}
