/// The picture of a snapshot, where Apple's platforms have `NSImage` and `UIImage`.
public struct WKSnapshotImage: Sendable {
  /// Width and height in pixels of the picture.
  public let size: CGSize
  private let png: Data

  init(size: CGSize, png: Data) {
    self.size = size
    self.png = png
  }

  /// The picture as a PNG file, under the name that `UIImage` has for it.
  public func pngData() -> Data? { png }
}
