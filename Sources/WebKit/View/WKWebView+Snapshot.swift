import CWebKitGTK

/// What a snapshot shows.
@MainActor open class WKSnapshotConfiguration: NSObject {
  /// Nothing is set: the visible part of the page.
  public override init() {}
}

/// The picture of a snapshot. Apple's platforms have `NSImage` and `UIImage` here; Linux has no such type.
public struct WKSnapshotImage: Sendable {
  private let png: Data

  init(png: Data) {
    self.png = png
  }

  /// The picture as PNG, named as `UIImage` names it.
  public func pngData() -> Data? { png }
}

extension WKWebView {
  /// Takes a picture of the visible part of the page. The web view must be in a window.
  public func takeSnapshot(
    with snapshotConfiguration: WKSnapshotConfiguration?,
    completionHandler: @escaping @MainActor (WKSnapshotImage?, (any Error)?) -> Void
  ) {
    asyncResult { [widget] callback, data in
      webkit_web_view_get_snapshot(
        widget, WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil, callback, data)
    } _: { [widget] result in
      var error: UnsafeMutablePointer<GError>?
      guard let texture = webkit_web_view_get_snapshot_finish(widget, result, &error),
        let bytes = gdk_texture_save_to_png_bytes(texture)
      else {
        return completionHandler(nil, WKError(.unknown, exceptionMessage: takeError(&error)?.message))
      }
      defer {
        g_bytes_unref(bytes)
        g_object_unref(UnsafeMutableRawPointer(texture))
      }
      var size: gsize = 0
      let data = g_bytes_get_data(bytes, &size).map { Data(bytes: $0, count: Int(size)) } ?? Data()
      completionHandler(WKSnapshotImage(png: data), nil)
    }
  }

  /// Takes a picture of the visible part of the page. The web view must be in a window.
  public func takeSnapshot(configuration: WKSnapshotConfiguration?) async throws -> WKSnapshotImage {
    try await withCheckedThrowingContinuation { continuation in
      takeSnapshot(with: configuration) { image, error in
        if let image {
          continuation.resume(returning: image)
        } else {
          continuation.resume(throwing: error ?? WKError(.unknown))
        }
      }
    }
  }
}
