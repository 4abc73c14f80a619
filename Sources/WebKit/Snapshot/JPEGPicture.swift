import CWebKitGTK

/// A namespace for the functions that convert pictures to JPEG.
enum JPEGPicture {
  /// Converts a PNG file. Returns nil if the data is not a picture.
  ///
  /// - Parameter quality: from 0 to 100.
  static func convert(_ png: Data, quality: Int) -> Data? {
    guard let loader = gdk_pixbuf_loader_new() else { return nil }
    defer { g_object_unref(loader) }
    let isRead = png.withUnsafeBytes { bytes in
      gdk_pixbuf_loader_write(loader, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count), nil) != 0
    }
    // A loader must be closed, even if it could not read the picture.
    guard gdk_pixbuf_loader_close(loader, nil) != 0, isRead, let picture = gdk_pixbuf_loader_get_pixbuf(loader) else {
      return nil
    }
    return save(picture, quality: quality)
  }

  private static func save(_ picture: OpaquePointer, quality: Int) -> Data? {
    // JPEG has no transparency. Without this step, transparent parts would be black.
    let white: guint32 = 0xff_ffff
    let opaque = gdk_pixbuf_composite_color_simple(
      picture, gdk_pixbuf_get_width(picture), gdk_pixbuf_get_height(picture), GDK_INTERP_NEAREST, 255, 8, white, white)
    guard let opaque else { return nil }
    defer { g_object_unref(gpointer(opaque)) }
    var keys = [strdup("quality"), nil]
    var values = [strdup("\(quality)"), nil]
    defer { for text in keys + values { free(text) } }
    var bytes: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    guard gdk_pixbuf_save_to_bufferv(opaque, &bytes, &count, "jpeg", &keys, &values, nil) != 0, let bytes else {
      return nil
    }
    defer { g_free(bytes) }
    return Data(bytes: bytes, count: Int(count))
  }
}
