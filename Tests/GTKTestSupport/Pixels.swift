import CWebKitGTK
import CausewayGTK

extension OnScreen {
  /// Returns the number of pixels with a color, such as `0x6F88F7`, in a control of a window and up to four pixels
  /// beside the control, if GTK painted the window now.
  package static func pixels(of colour: UInt32, around control: Widget, in window: Widget) -> Int {
    var place = graphene_rect_t()
    guard gtk_widget_compute_bounds(control, window, &place) != 0 else { return 0 }
    let (width, height) = (gtk_widget_get_width(window), gtk_widget_get_height(window))
    guard width > 0, height > 0, let renderer = gtk_native_get_renderer(window.opaque) else { return 0 }
    let paintable = gtk_widget_paintable_new(window)
    defer { g_object_unref(gpointer(paintable)) }
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return 0 }  // GTK has nothing to paint yet.
    defer { gsk_render_node_unref(node) }
    var area = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(width), height: Float(height)))
    guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return 0 }
    defer { g_object_unref(gpointer(texture)) }
    let (columns, rows) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
    var pixels = [UInt32](repeating: 0, count: columns * rows)
    pixels.withUnsafeMutableBytes {
      gdk_texture_download(texture, $0.baseAddress?.assumingMemoryBound(to: guchar.self), gsize(columns * 4))
    }
    // The bytes of a pixel are alpha, red, green and blue, from the highest byte down.
    let opaque = 0xFF00_0000 | colour
    func range(_ start: Float, _ length: Float, _ end: Int) -> Range<Int> {
      let first = max(0, Int(start) - 4)
      return first..<max(first, min(end, Int((start + length).rounded(.up)) + 4))
    }
    return range(place.origin.y, place.size.height, rows).reduce(0) { count, row in
      let line = range(place.origin.x, place.size.width, columns).map { pixels[row * columns + $0] }
      return count + line.filter { $0 == opaque }.count
    }
  }
}
