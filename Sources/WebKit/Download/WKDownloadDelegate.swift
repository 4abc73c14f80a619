/// The delegate that decides the destination of downloads and is notified of their end.
///
/// The method for the destination has two variants. Implement one of them. WebKit calls the variant with a completion
/// handler, whose default implementation calls the asynchronous variant.
@preconcurrency @MainActor
public protocol WKDownloadDelegate: NSObjectProtocol {
  /// Decides the destination: the URL of a file that does not exist yet, in a folder that exists; nil cancels the
  /// download. Releasing the handler without a call also cancels the download.
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
    completionHandler: @escaping @MainActor (URL?) -> Void)
  /// Decides the destination; nil cancels the download.
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL?
  /// Called when the file is complete. Optional.
  func downloadDidFinish(_ download: WKDownload)
  /// Called when the download has failed. The error is `NSURLErrorCannotCreateFile` if a file exists at the
  /// destination, and `NSURLErrorCancelled` if the delegate gave no destination. Optional.
  ///
  /// - Parameter resumeData: nil on Linux.
  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
}

extension WKDownloadDelegate {
  /// Decides the destination with the asynchronous variant.
  public func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
    completionHandler: @escaping @MainActor (URL?) -> Void
  ) {
    Task {
      completionHandler(
        await self.download(download, decideDestinationUsing: response, suggestedFilename: suggestedFilename))
    }
  }

  /// Stops the program, because the app implements neither variant. On Linux the compiler cannot require one of two
  /// variants.
  public func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL? {
    preconditionFailure(
      "\(type(of: self)) must implement download(_:decideDestinationUsing:suggestedFilename:completionHandler:) with a "
        + "completionHandler of the type @escaping @MainActor (URL?) -> Void, or "
        + "download(_:decideDestinationUsing:suggestedFilename:) async -> URL?. A method of another type does not "
        + "count, for example if its completionHandler lacks @MainActor.")
  }

  /// Does nothing.
  public func downloadDidFinish(_ download: WKDownload) {}

  /// Does nothing.
  public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}
}
