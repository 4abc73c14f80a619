import CWebKitGTK

/// A resource that is written to a file instead of being displayed.
///
/// A download retains itself from the time when it gets its first delegate until its end. A download that is released
/// before it has a delegate is cancelled.
@preconcurrency @MainActor
open class WKDownload: NSObject, ProgressReporting {
  /// The request with which the download began.
  open private(set) var originalRequest: URLRequest?
  /// The web view whose page caused the download, or that started it.
  open private(set) weak var webView: WKWebView?
  /// The object that decides the destination and is notified of the end. Without a delegate, nothing is downloaded.
  ///
  /// Events that occur before the download has a delegate are delivered to its first delegate. This is necessary
  /// because a caller that awaits a download receives the object only some turns of the main actor after the engine
  /// began the download.
  open weak var delegate: (any WKDownloadDelegate)? {
    didSet { delegateDidChange() }
  }
  /// The number of received bytes, and the total number; the total is -1 while it is unknown. Cancelling the progress
  /// cancels the download.
  public nonisolated let progress = Progress(totalUnitCount: -1)

  private static var underWay: Set<WKDownload> = []

  private let download: GObjectReference?
  private var signals: [SignalConnection] = []
  private var destination: URL?
  private var isOver = false
  private var hasHadDelegate = false
  /// The events that occurred while the download had no delegate, in order. The first delegate is notified of them.
  private var pendingNotifications: [@MainActor (WKDownload) -> Void] = []

  /// Creates a download that the engine begins.
  init(_ engineDownload: OpaquePointer, webView: WKWebView) {
    download = GObjectReference(borrowing: engineDownload)
    originalRequest = webkit_download_get_request(engineDownload).flatMap(URLRequest.make)
    self.webView = webView
    super.init()
    progress.cancellationHandler = { [weak self] in
      Task { @MainActor in self?.cancel(nil) }
    }
    connect()
  }

  /// Creates a download that cannot begin. Its delegate is notified of the error.
  init(_ request: URLRequest, webView: WKWebView, failingWith error: URLError) {
    download = nil
    originalRequest = request
    self.webView = webView
    super.init()
    later { download in download.end { $0.download(download, didFailWithError: error, resumeData: nil) } }
  }

  isolated deinit {
    // Cancel the download. Otherwise the engine would wait for a destination forever.
    abort { _ in }
  }

  private func delegateDidChange() {
    guard delegate != nil, !hasHadDelegate else { return }
    hasHadDelegate = true
    if !isOver { Self.underWay.insert(self) }
    for body in pendingNotifications { later(body) }
    pendingNotifications = []
  }

  /// Cancels the download. The delegate is not notified.
  ///
  /// - Parameter completionHandler: takes the data for resuming the download: always nil on Linux.
  open func cancel(_ completionHandler: (@MainActor (Data?) -> Void)? = nil) {
    abort { _ in }
    completionHandler?(nil)
  }

  /// Cancels the download. The delegate is not notified.
  ///
  /// - Returns: the data for resuming the download: always nil on Linux.
  @discardableResult
  open func cancel() async -> Data? {
    cancel(nil)
    return nil
  }

  /// Cancels the engine's download, and notifies the delegate of the end with `tell`.
  private func abort(_ tell: (any WKDownloadDelegate) -> Void) {
    guard !isOver else { return }
    end(tell)
    guard let download else { return }
    GLibPump.shared.wake()
    webkit_download_cancel(download.opaque)
  }

  /// Ends the download, and notifies the delegate with `tell`. Only the first call has an effect.
  private func end(_ tell: (any WKDownloadDelegate) -> Void) {
    guard !isOver else { return }
    isOver = true
    signals = []
    pendingNotifications = []
    Self.underWay.remove(self)
    if let delegate { tell(delegate) }
  }

  // MARK: Signals

  private func connect() {
    guard let download else { return }
    let box = WeakDownload(self)
    let decide: @convention(c) (gpointer, UnsafePointer<CChar>?, gpointer) -> gboolean = { _, name, data in
      let name = String(borrowing: name) ?? ""
      WeakDownload.with(data) { $0.later { $0.decideDestination(suggestedFilename: name) } }
      // Return TRUE. Otherwise WebKitGTK would choose a destination itself.
      return 1
    }
    let received: @convention(c) (gpointer, guint64, gpointer) -> Void = { _, _, data in
      WeakDownload.with(data) { $0.didReceiveData() }
    }
    let failed: @convention(c) (gpointer, UnsafeMutablePointer<GError>, gpointer) -> Void = { _, error, data in
      let error = NSError(gError: error)
      WeakDownload.with(data) { $0.later { $0.didFail(error) } }
    }
    let finished: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      WeakDownload.with(data) { $0.later { $0.didFinish() } }
    }
    for (signal, callback) in [
      ("decide-destination", unsafeBitCast(decide, to: GCallback.self)),
      ("received-data", unsafeBitCast(received, to: GCallback.self)),
      ("failed", unsafeBitCast(failed, to: GCallback.self)), ("finished", unsafeBitCast(finished, to: GCallback.self)),
    ] {
      signals.append(SignalConnection(download, signal, box: box, callback: callback))
    }
  }

  /// Calls a body that notifies the delegate, in a separate turn of the main actor. Keeps the body until the download
  /// has a delegate. The bodies run in the order of the calls.
  private func later(_ body: @escaping @MainActor (WKDownload) -> Void) {
    guard hasHadDelegate else { return pendingNotifications.append(body) }
    Task { body(self) }
  }

  private func decideDestination(suggestedFilename: String) {
    guard !isOver else { return }
    guard let delegate, let download, let engineResponse = webkit_download_get_response(download.opaque),
      let response = URLResponse.make(engineResponse)
    else { return abort { _ in } }
    if response.expectedContentLength > 0 { progress.totalUnitCount = response.expectedContentLength }
    let decision = DownloadDestination { [weak self] in self?.setDestination($0) }
    delegate.download(self, decideDestinationUsing: response, suggestedFilename: suggestedFilename) {
      decision.decide($0)
    }
  }

  private func setDestination(_ destination: URL?) {
    guard !isOver, let download else { return }
    guard let destination else {
      return abort { $0.download(self, didFailWithError: URLError(.cancelled), resumeData: nil) }
    }
    precondition(destination.isFileURL, "A download delegate chose \(destination) as destination; choose a file URL")
    // Check here, because WebKitGTK also refuses to overwrite a file, but deletes the file afterward.
    guard !FileManager.default.fileExists(atPath: destination.path) else {
      return abort { $0.download(self, didFailWithError: URLError(.cannotCreateFile), resumeData: nil) }
    }
    self.destination = destination
    GLibPump.shared.wake()
    webkit_download_set_destination(download.opaque, destination.path)
  }

  private func didReceiveData() {
    guard let download else { return }
    progress.completedUnitCount = Int64(webkit_download_get_received_data_length(download.opaque))
  }

  private func didFinish() {
    // WebKitGTK also reports a download as finished if its connection broke off.
    guard isComplete else {
      if let destination { try? FileManager.default.removeItem(at: destination) }  // The file may already be gone.
      return end { $0.download(self, didFailWithError: URLError(.networkConnectionLost), resumeData: nil) }
    }
    end { $0.downloadDidFinish(self) }
  }

  private var isComplete: Bool {
    guard let download, let engineResponse = webkit_download_get_response(download.opaque) else { return true }
    let isEncoded = (URLResponse.make(engineResponse) as? HTTPURLResponse)?.value(
      forHTTPHeaderField: "Content-Encoding")
    // The number of received bytes of a compressed file differs from the size in the response, so these numbers cannot
    // show whether the file is complete.
    guard isEncoded == nil else { return true }
    return webkit_download_get_received_data_length(download.opaque)
      >= webkit_uri_response_get_content_length(engineResponse)
  }

  private func didFail(_ error: NSError) {
    let error = NavigationError.make(error, url: originalRequest?.url)
    end { $0.download(self, didFailWithError: error, resumeData: nil) }
  }
}

/// The object that the signals of a download retain. It holds the download weakly, because otherwise the signals would
/// keep the download alive.
@MainActor
private final class WeakDownload {
  private weak var download: WKDownload?

  init(_ download: WKDownload) {
    self.download = download
  }

  /// Calls a body with the download that belongs to a signal's data.
  nonisolated static func with(_ data: gpointer, _ body: @MainActor (WKDownload) -> Void) {
    let box = Unmanaged<WeakDownload>.fromOpaque(data).takeUnretainedValue()
    // GLib calls signal handlers on the main thread.
    MainActor.assumeIsolated { if let download = box.download { body(download) } }
  }
}
