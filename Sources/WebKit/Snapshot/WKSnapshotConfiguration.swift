/// The part of a web view that a snapshot shows, and the size of the image.
@preconcurrency @MainActor
open class WKSnapshotConfiguration: NSObject {
  /// The part of the web view, in its coordinates; the null rectangle for the whole web view. Parts outside the web
  /// view are transparent.
  open var rect = CGRect.null
  /// The image's width in points; nil for the width of the part of the web view.
  open var snapshotWidth: NSNumber?
  /// Whether the snapshot waits for changes of the page that are not drawn yet. On Linux the snapshot always waits.
  open var afterScreenUpdates = true

  /// Creates a configuration for the whole web view in its own size.
  public override init() {}
}

/// The image of a snapshot, in place of Apple's `NSImage` and `UIImage`.
public struct WKSnapshotImage: Sendable {
  /// The width and height in pixels.
  public let size: CGSize
  private let png: Data

  init(size: CGSize, png: Data) {
    self.size = size
    self.png = png
  }

  /// Returns the image as a PNG file. The method has the same name as `UIImage`'s method.
  public func pngData() -> Data? { png }

  /// Returns the picture as a JPEG file, with transparent parts on white; nil if it cannot be converted. The method has
  /// the same name as `UIImage`'s method.
  ///
  /// - Parameter compressionQuality: from 0 (the smallest file) to 1 (the best picture).
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    JPEGPicture.convert(png, quality: Int((min(max(compressionQuality, 0), 1) * 100).rounded()))
  }
}
