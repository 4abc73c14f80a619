/// The limits that a JSON text must respect. Exceeding a limit is a ``JSONError``.
public struct JSONLimits: Hashable, Sendable {
  /// The maximum depth of nested arrays and objects. A number or a string alone has depth 0; `[]` has depth 1.
  ///
  /// The parser itself does not recurse, but releasing, comparing, hashing and printing a value do, and so does
  /// decoding a type that contains itself. At the default of 512, the first four operations need at most 256 KiB of
  /// stack in a release build, half of what a secondary thread has on Apple platforms, and 640 KiB in a debug build.
  /// Raise the limit only as far as your threads' stacks allow.
  public var maximumDepth: Int

  /// The maximum number of bytes of UTF-8 in the text; nil for no limit.
  public var maximumBytes: Int?

  /// Whether an object may have several members with the same name; the last one counts. Set this to false if two
  /// programs read the same text and must not understand it differently.
  public var allowsDuplicateNames: Bool

  /// Creates limits. The defaults are those of ``default``.
  public init(maximumDepth: Int = 512, maximumBytes: Int? = nil, allowsDuplicateNames: Bool = true) {
    self.maximumDepth = maximumDepth
    self.maximumBytes = maximumBytes
    self.allowsDuplicateNames = allowsDuplicateNames
  }

  /// A depth of 512, any number of bytes, and duplicate names allowed.
  public static let `default` = JSONLimits()
}
