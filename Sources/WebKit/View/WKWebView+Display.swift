import CWebKitGTK

/// The API for showing the page: search, snapshots, prints, zoom and the widget.
extension WKWebView {
  // MARK: Search

  /// Searches the page for a text, starting at the selection, then selects and shows the match.
  public func find(
    _ string: String, configuration: WKFindConfiguration = .init(),
    completionHandler: @escaping @MainActor (WKFindResult) -> Void
  ) {
    guard !string.isEmpty else { return completionHandler(WKFindResult(matchFound: false)) }
    textSearch.find(string, configuration) { completionHandler(WKFindResult(matchFound: $0)) }
  }

  /// Searches the page for a text, starting at the selection, then selects and shows the match.
  public func find(_ string: String, configuration: WKFindConfiguration = .init()) async throws -> WKFindResult {
    await withCheckedContinuation { continuation in
      find(string, configuration: configuration) { continuation.resume(returning: $0) }
    }
  }

  // MARK: Snapshots

  /// Takes a snapshot of the visible part of the page, or of the part that the configuration selects. The web view need
  /// not be in a window, but must have a size.
  ///
  /// - Parameter completionHandler: takes the image, or a ``WKError``.
  public func takeSnapshot(
    with snapshotConfiguration: WKSnapshotConfiguration?,
    completionHandler: @escaping @MainActor (WKSnapshotImage?, (any Error)?) -> Void
  ) {
    SnapshotPicture.take(of: widget, snapshotConfiguration) { image in
      completionHandler(image, image == nil ? WKError(.unknown) : nil)
    }
  }

  /// Takes a snapshot of the visible part of the page, or of the part that the configuration selects.
  ///
  /// - Throws: ``WKError``.
  public func takeSnapshot(configuration: WKSnapshotConfiguration?) async throws -> WKSnapshotImage {
    try await withCheckedThrowingContinuation { continuation in
      takeSnapshot(with: configuration) { image, error in
        continuation.resume(with: image.map { .success($0) } ?? .failure(error ?? WKError(.unknown)))
      }
    }
  }

  // MARK: Prints

  /// Prints the whole page to PDF, on as many sheets as needed, with the page's styles for print. The web view need not
  /// be in a window. Linux only.
  ///
  /// Backgrounds are printed if ``WKPreferences/shouldPrintBackgrounds`` is true. Prints of one web view run one after
  /// the other. A page that changes while it is printed may leave sheets blank.
  ///
  /// - Throws: ``UnusablePaper``; ``WKError``, if the web view leaves the page or the page's process ends before the
  ///   print has ended; or an `NSError` with WebKitGTK's own domain and text, such as `WebKitPrintError`.
  public func printPDF(on paper: PrintPaper = .a4) async throws -> Data {
    try await printer.print(on: paper)
  }

  // MARK: Display

  /// The factor by which the page's layout is enlarged. 1 by default.
  public var pageZoom: CGFloat {
    get { CGFloat(webkit_web_view_get_zoom_level(engine)) }
    set { webkit_web_view_set_zoom_level(engine, Double(newValue)) }
  }

  /// Whether a swipe goes back and forward. False by default, as on Apple's platforms.
  public var allowsBackForwardNavigationGestures: Bool {
    get { webkit_settings_get_enable_back_forward_navigation_gestures(widget.settings) != 0 }
    set { webkit_settings_set_enable_back_forward_navigation_gestures(widget.settings, newValue ? 1 : 0) }
  }

  /// The web view's GTK widget, for this package's windows that show more than the page. The web view owns the widget.
  package var gtkWidget: UnsafeMutablePointer<GtkWidget> { widget.gtk }

  /// The web view's GTK widget, a `GtkWidget *` of GTK 4, for a program that has its own windows. Linux only.
  ///
  /// The property is a raw pointer because each GTK binding has its own type for it. Retain the web view as long as the
  /// widget is shown. Otherwise the page keeps running, but its messages reach no handler.
  public var gtkWidgetPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(widget.gtk) }
}
