import CWebKitGTK

extension WKWebView {
  /// Takes a picture of the visible part of the page, or of a part of it. The web view need not be in a window, but
  /// must have a size.
  ///
  /// - Parameter completionHandler: takes the picture, or a ``WKError``.
  public func takeSnapshot(
    with snapshotConfiguration: WKSnapshotConfiguration?,
    completionHandler: @escaping @MainActor (WKSnapshotImage?, (any Error)?) -> Void
  ) {
    let rect = snapshotConfiguration?.rect ?? .null
    let snapshotWidth = snapshotConfiguration?.snapshotWidth?.doubleValue
    let width = Int(gtk_widget_get_width(widget.gtk))
    AsyncResult.call { callback, data in
      webkit_web_view_get_snapshot(
        engine, WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil, callback, data)
    } then: { [engine] result in
      guard let texture = webkit_web_view_get_snapshot_finish(engine, result, nil) else {
        return completionHandler(nil, WKError(.unknown))
      }
      let image = withOwned(texture) {
        SnapshotPicture($0, viewWidth: width).image(of: rect, width: snapshotWidth)
      }
      completionHandler(image, image == nil ? WKError(.unknown) : nil)
    }
  }

  /// Takes a picture of the visible part of the page, or of a part of it.
  ///
  /// - Throws: ``WKError``.
  public func takeSnapshot(configuration: WKSnapshotConfiguration?) async throws -> WKSnapshotImage {
    try await withCheckedThrowingContinuation { continuation in
      takeSnapshot(with: configuration) { image, error in
        continuation.resume(with: image.map { .success($0) } ?? .failure(error ?? WKError(.unknown)))
      }
    }
  }
}
