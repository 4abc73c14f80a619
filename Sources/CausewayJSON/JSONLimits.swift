/// What a JSON text may demand of the parser. Exceeding a limit is a ``JSONError``.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may nest; a number or a string alone has depth 0, `[]` has depth 1.
  ///
  /// The parser itself does not recurse, but releasing, comparing, hashing and printing a value do, and so does decoding
  /// a type that contains itself. At the default of 512 the first four need at most 256 KiB of stack in a release build,
  /// half of what a secondary thread has on Apple platforms, and 640 KiB in a debug build. Raise the limit only as far
  /// as your threads' stacks allow.
  public var maximumDepth: Int

  /// How many bytes of UTF-8 the text may have, or nil for no limit.
  public var maximumBytes: Int?

  /// Whether an object may have several members of one name, of which the last counts. Where two readers of one text
  /// must not understand different things, it may not.
  public var allowsDuplicateNames: Bool

  /// Creates limits.
  public init(maximumDepth: Int = 512, maximumBytes: Int? = nil, allowsDuplicateNames: Bool = true) {
    self.maximumDepth = maximumDepth
    self.maximumBytes = maximumBytes
    self.allowsDuplicateNames = allowsDuplicateNames
  }

  /// 512 levels, any length, duplicate names.
  public static let `default` = JSONLimits()
}
