import Foundation

#if os(Linux)
import CWebKitGTK
#else
import ImageIO
import UniformTypeIdentifiers
#endif

/// A picture in a file, with what its header says of it.
struct PictureFile: Hashable, Sendable {
  /// Where it is.
  let url: URL
  /// The file's bytes.
  let data: Data
  /// In pixels, as they are stored: a camera's note that the picture is to be turned is not regarded.
  let width: Int
  /// In pixels.
  let height: Int
  /// Such as `image/jpeg`, from the content, not from the name.
  let mimeType: String

  /// How much is read into memory.
  static let maximumBytes = 32 << 20
  /// How much is decoded, at four bytes each or so. A small file can claim any number.
  static let maximumPixels = 100_000_000

  /// Reads a picture.
  ///
  /// - Throws: ``PictureFileError`` if there is no file that can be read, no picture in it, or too large a one.
  init(contentsOf url: URL) throws {
    let path = url.path
    // A device or a pipe may have no end.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path) else {
      throw PictureFileError(path: path, problem: "there is no such file")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw PictureFileError(path: path, problem: "it is not a file")
    }
    guard let size = attributes[.size] as? Int, size <= Self.maximumBytes else {
      throw PictureFileError(path: path, problem: "it has more than \(Self.maximumBytes >> 20) MiB")
    }
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw PictureFileError(path: path, problem: "it cannot be read: \(error.localizedDescription)")
    }
    guard let header = Self.header(of: path) else {
      throw PictureFileError(path: path, problem: "it is not a picture")
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

/// A file has no picture.
struct PictureFileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "\(path): \(problem)" }
}
