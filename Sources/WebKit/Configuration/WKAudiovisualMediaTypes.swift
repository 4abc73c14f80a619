/// Kinds of media. The raw values equal Apple's.
public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  /// The kinds as a bit mask.
  public let rawValue: UInt

  /// Creates a set of kinds from a bit mask.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Sound.
  public static let audio = WKAudiovisualMediaTypes(rawValue: 1 << 0)
  /// Video.
  public static let video = WKAudiovisualMediaTypes(rawValue: 1 << 1)
  /// All kinds.
  public static let all = WKAudiovisualMediaTypes(rawValue: .max)
}
