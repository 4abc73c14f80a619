/// Kinds of media; the raw values are Apple's.
public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  /// The kinds as bits.
  public let rawValue: UInt

  /// The kinds of some bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Sound.
  public static let audio = WKAudiovisualMediaTypes(rawValue: 1 << 0)
  /// Pictures that move.
  public static let video = WKAudiovisualMediaTypes(rawValue: 1 << 1)
  /// All kinds.
  public static let all = WKAudiovisualMediaTypes(rawValue: .max)
}
