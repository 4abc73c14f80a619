import CWebKitGTK

/// The conversion of WebKitGTK's texture of a snapshot to an image of the requested part and size.
@MainActor
struct SnapshotPicture {
  private let texture: OpaquePointer
  /// The number of pixels per point.
  private let scale: Double

  /// Takes a snapshot of the visible part of a page, or of the part that `configuration` selects.
  ///
  /// - Parameter completion: takes the image; nil if WebKitGTK takes no snapshot, or if the image would have no pixel.
  static func take(
    of widget: WebViewWidget, _ configuration: WKSnapshotConfiguration?,
    completion: @escaping @MainActor (WKSnapshotImage?) -> Void
  ) {
    // Read the configuration now, because the app may change it before the engine has taken the snapshot.
    let rect = configuration?.rect ?? .null
    let snapshotWidth = configuration?.snapshotWidth?.doubleValue
    let width = Int(gtk_widget_get_width(widget.gtk))
    let engine = widget.engine
    AsyncResult.call { callback, data in
      webkit_web_view_get_snapshot(
        engine, WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil, callback, data)
    } then: { result in
      guard let texture = webkit_web_view_get_snapshot_finish(engine, result, nil) else { return completion(nil) }
      completion(withOwned(texture) { SnapshotPicture($0, viewWidth: width).image(of: rect, width: snapshotWidth) })
    }
  }

  /// Creates a picture from a texture that shows a web view of the given width, in points. The caller keeps ownership
  /// of the texture.
  init(_ texture: OpaquePointer, viewWidth: Int) {
    self.texture = texture
    scale = Double(gdk_texture_get_width(texture)) / Double(max(1, viewWidth))
  }

  /// Returns the image of a part, in points, scaled to a width in points; nil if the image would have no pixel.
  func image(of rect: CGRect, width: Double?) -> WKSnapshotImage? {
    let whole = CGSize(width: Int(gdk_texture_get_width(texture)), height: Int(gdk_texture_get_height(texture)))
    if rect.isNull, width == nil { return WKSnapshotImage(size: whole, png: png) }
    let part =
      rect.isNull
      ? CGRect(origin: .zero, size: CGSize(width: whole.width / scale, height: whole.height / scale))
      : rect.standardized
    guard part.width > 0, part.height > 0 else { return nil }
    let zoom = (width ?? part.width) / part.width
    let size = CGSize(
      width: (part.width * zoom * scale).rounded(), height: (part.height * zoom * scale).rounded())
    guard size.width >= 1, size.height >= 1 else { return nil }
    return WKSnapshotImage(size: size, png: draw(part, zoom: zoom, size: size))
  }

  private var png: Data {
    let bytes = gdk_texture_save_to_png_bytes(texture)
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    return g_bytes_get_data(bytes, &count).map { Data(bytes: $0, count: Int(count)) } ?? Data()
  }

  private func draw(_ part: CGRect, zoom: Double, size: CGSize) -> Data {
    let source = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, gdk_texture_get_width(texture), gdk_texture_get_height(texture))
    defer { cairo_surface_destroy(source) }
    // No conversion is needed, because GDK writes cairo's pixel format.
    gdk_texture_download(texture, cairo_image_surface_get_data(source), gsize(cairo_image_surface_get_stride(source)))
    cairo_surface_mark_dirty(source)
    let target = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(size.width), gint(size.height))
    defer { cairo_surface_destroy(target) }
    let context = cairo_create(target)
    defer { cairo_destroy(context) }
    cairo_scale(context, zoom, zoom)
    cairo_set_source_surface(context, source, -part.minX * scale, -part.minY * scale)
    cairo_paint(context)
    var png = Data()
    withUnsafeMutablePointer(to: &png) { png in
      _ = cairo_surface_write_to_png_stream(
        target,
        { png, bytes, count in
          guard let png, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
          png.assumingMemoryBound(to: Data.self).pointee.append(bytes, count: Int(count))
          return CAIRO_STATUS_SUCCESS
        }, png)
    }
    return png
  }
}
