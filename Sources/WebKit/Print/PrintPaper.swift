/// The paper that a page is printed on. Linux only.
public struct PrintPaper: Hashable, Sendable {
  /// The width and height in points. An inch has 72 points, and a CSS pixel has three quarters of a point.
  public var size: CGSize
  /// The margin along each edge, in points.
  public var margin: CGFloat

  /// Creates paper of any size, such as that of a receipt.
  public init(size: CGSize, margin: CGFloat = 36) {
    self.size = size
    self.margin = margin
  }

  /// A4, in portrait orientation.
  public static let a4 = PrintPaper(size: CGSize(width: 595.28, height: 841.89))
  /// US Letter, in portrait orientation.
  public static let letter = PrintPaper(size: CGSize(width: 612, height: 792))

  /// Whether WebKit can print on the paper: at least one point is left between the margins, and no side is longer than
  /// PDF allows.
  var isUsable: Bool {
    let sides = [size.width, size.height]
    return margin >= 0 && sides.allSatisfy { $0 <= 14_400 && $0 - 2 * margin >= 1 }
  }
}

/// The error for paper whose margins leave no room, or whose side is longer than PDF allows. Linux only.
public struct UnusablePaper: LocalizedError {
  /// The paper that was refused.
  public let paper: PrintPaper

  /// A message for developers.
  public var errorDescription: String? {
    "The engine cannot print on paper of \(paper.size.width) × \(paper.size.height) points with margins of "
      + "\(paper.margin) points. The area between the margins must be at least one point wide and high, and a side at "
      + "most 14400 points."
  }
}
