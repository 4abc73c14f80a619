#if os(Linux)
import CWebKitGTK
import Foundation

/// Pictures that the test draws, similar to an identity card, and writes to files.
enum TestPicture {
  /// Writes a picture to a file.
  ///
  /// - Parameter type: GdkPixbuf's name of the file type: `png` or `jpeg`.
  static func write(_ path: String, type: String, width: Int, height: Int) throws -> URL {
    let picture = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(width), gint(height))
    defer { picture.map { g_object_unref(gpointer($0)) } }
    gdk_pixbuf_fill(picture, 0xDDE6_F0FF)
    func fill(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ colour: guint32) {
      let part = gdk_pixbuf_new_subpixbuf(
        picture, gint(left * Double(width)), gint(top * Double(height)), gint((right - left) * Double(width)),
        gint((bottom - top) * Double(height)))
      gdk_pixbuf_fill(part, colour)
      part.map { g_object_unref(gpointer($0)) }
    }
    fill(0, 0, 1, 0.18, 0x2B4A_7BFF)
    fill(0.07, 0.28, 0.36, 0.86, 0xF8FA_FCFF)
    fill(0.14, 0.36, 0.29, 0.60, 0x8796_A8FF)
    fill(0.10, 0.66, 0.33, 0.86, 0x8796_A8FF)
    for line in 0..<4 {
      let top = 0.32 + 0.14 * Double(line)
      fill(0.44, top, 0.92 - 0.1 * Double(line % 3), top + 0.05, 0x5A6E_87FF)
    }
    guard gdk_pixbuf_savev(picture, path, type, nil, nil, nil) != 0 else { throw CocoaError(.fileWriteUnknown) }
    return URL(fileURLWithPath: path)
  }

  /// Writes a PNG file that ends before its pixels.
  static func writeHeader(_ path: String, width: UInt32, height: UInt32) throws -> URL {
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
    // Each of red, green and blue has eight bits.
    let header = Data("IHDR".utf8) + bytes(width) + bytes(height) + Data([8, 2, 0, 0, 0])
    file += bytes(13) + header + bytes(checksum(header))
    file += bytes(1 << 16) + Data("IDAT".utf8)
    let url = URL(fileURLWithPath: path)
    try file.write(to: url)
    return url
  }

  /// Returns the CRC-32 checksum that PNG defines.
  private static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
#endif
