import CWebKitGTK

extension WKWebView {
  /// Takes a picture of the visible part of the page; the web view need not be in a window, but must have a size.
  ///
  /// - Parameter completionHandler: takes the picture, or a ``WKError``.
  public func takeSnapshot(
    with snapshotConfiguration: WKSnapshotConfiguration?,
    completionHandler: @escaping @MainActor (WKSnapshotImage?, (any Error)?) -> Void
  ) {
    AsyncResult.call { callback, data in
      webkit_web_view_get_snapshot(
        engine, WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil, callback, data)
    } then: { [engine] result in
      guard let texture = webkit_web_view_get_snapshot_finish(engine, result, nil) else {
        return completionHandler(nil, WKError(.unknown))
      }
      completionHandler(withOwned(texture) { WKSnapshotImage($0) }, nil)
    }
  }

  /// Takes a picture of the visible part of the page.
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

extension WKSnapshotImage {
  @MainActor
  fileprivate init(_ texture: OpaquePointer) {
    let bytes = gdk_texture_save_to_png_bytes(texture)
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let png = g_bytes_get_data(bytes, &count).map { Data(bytes: $0, count: Int(count)) } ?? Data()
    let size = CGSize(width: Int(gdk_texture_get_width(texture)), height: Int(gdk_texture_get_height(texture)))
    self.init(size: size, png: png)
  }
}
