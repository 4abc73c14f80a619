/// Says where downloads go, and hears of their end.
///
/// The destination has two forms; implement either. WebKit calls the one with a handler, which is built on the other where
/// the app leaves it out.
@preconcurrency @MainActor
public protocol WKDownloadDelegate: NSObjectProtocol {
  /// Says where the file goes: the URL of a file that does not exist yet, in a folder that does; nil cancels the download.
  /// A handler that is let go without a call cancels it too.
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
    completionHandler: @escaping @MainActor (URL?) -> Void)
  /// Says where the file goes; nil cancels the download.
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL?
  /// The file is complete. May be left out.
  func downloadDidFinish(_ download: WKDownload)
  /// The download broke off: an existing file at the destination is `NSURLErrorCannotCreateFile`, no destination
  /// `NSURLErrorCancelled`. May be left out.
  ///
  /// - Parameter resumeData: nil on Linux.
  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
}

extension WKDownloadDelegate {
  /// Decides with the asynchronous form.
  public func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
    completionHandler: @escaping @MainActor (URL?) -> Void
  ) {
    Task {
      completionHandler(
        await self.download(download, decideDestinationUsing: response, suggestedFilename: suggestedFilename))
    }
  }

  /// The method is required on Apple's platforms; here the compiler cannot ask for one of two.
  public func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL? {
    preconditionFailure(
      "\(type(of: self)) implements neither form of download(_:decideDestinationUsing:suggestedFilename:)")
  }

  /// Nothing.
  public func downloadDidFinish(_ download: WKDownload) {}

  /// Nothing.
  public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}
}
