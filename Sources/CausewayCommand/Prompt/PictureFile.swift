import Foundation

#if os(Linux)
import CWebKitGTK
#else
import ImageIO
import UniformTypeIdentifiers
#endif

/// A picture in a file, with the size and format from its header.
struct PictureFile: Hashable, Sendable {
  /// The file's URL.
  let url: URL
  /// The file's bytes.
  let data: Data
  /// The stored picture's width, in pixels. The orientation that a camera noted in the file is ignored.
  let width: Int
  /// The stored picture's height, in pixels.
  let height: Int
  /// The picture's format, such as `image/jpeg`. It comes from the file's content, not from its name.
  let mimeType: String

  /// The maximum size of a file, in bytes.
  static let maximumBytes = 32 << 20
  /// The maximum number of pixels. Each pixel takes about four bytes of memory, and a small file can claim any number
  /// of pixels.
  static let maximumPixels = 100_000_000

  /// Reads a picture.
  ///
  /// - Throws: ``PictureFileError`` if the file cannot be read, is not a picture, or is too large.
  init(contentsOf url: URL) throws {
    let path = url.path
    // Only regular files are read, because a device or a pipe may have no end.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path) else {
      throw PictureFileError(path: path, problem: "the file does not exist")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw PictureFileError(path: path, problem: "it is not a regular file")
    }
    guard let size = attributes[.size] as? Int, size <= Self.maximumBytes else {
      throw PictureFileError(path: path, problem: "it is larger than \(Self.maximumBytes >> 20) MiB")
    }
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw PictureFileError(path: path, problem: "it cannot be read: \(error.localizedDescription)")
    }
    guard let header = Self.header(of: path) else {
      throw PictureFileError(path: path, problem: "it is not a picture in a known format, such as PNG or JPEG")
    }
    let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
    guard !isTooMuch, pixels <= Self.maximumPixels else {
      throw PictureFileError(path: path, problem: "it has more than \(Self.maximumPixels / 1_000_000) megapixels")
    }
    self.url = url
    (width, height, mimeType) = header
  }

  #if os(Linux)
  private static func header(of path: String) -> (width: Int, height: Int, mimeType: String)? {
    var width: gint = 0
    var height: gint = 0
    guard let format = gdk_pixbuf_get_file_info(path, &width, &height), width > 0, height > 0 else { return nil }
    let types = gdk_pixbuf_format_get_mime_types(format)
    defer { g_strfreev(types) }
    guard let type = types?[0] else { return nil }
    return (Int(width), Int(height), String(cString: type))
  }
  #else
  private static func header(of path: String) -> (width: Int, height: Int, mimeType: String)? {
    guard let source = CGImageSourceCreateWithURL(URL(fileURLWithPath: path) as CFURL, nil),
      let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
      let width = properties[kCGImagePropertyPixelWidth] as? Int,
      let height = properties[kCGImagePropertyPixelHeight] as? Int,
      let type = CGImageSourceGetType(source).flatMap({ UTType($0 as String)?.preferredMIMEType })
    else { return nil }
    return (width, height, type)
  }
  #endif
}

/// The reason why a file cannot be used as a picture.
struct PictureFileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "\(path): \(problem)" }
}
