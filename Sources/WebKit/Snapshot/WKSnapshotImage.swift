/// The picture of a snapshot, in place of Apple's `NSImage` and `UIImage`.
public struct WKSnapshotImage: Sendable {
  /// The width and height in pixels.
  public let size: CGSize
  private let png: Data

  init(size: CGSize, png: Data) {
    self.size = size
    self.png = png
  }

  /// Returns the picture as a PNG file. The name equals that of the method of `UIImage`.
  public func pngData() -> Data? { png }
}
