/// What a JSON text may demand of the parser. Exceeding a limit is a ``JSONError``.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may nest; a number or a string alone has depth 0, `[]` has depth 1.
  ///
  /// The parser itself does not recurse, but releasing, comparing, hashing and printing a value do. The default of 512
  /// is safe on a secondary thread's stack of 512 KiB; raise it only as far as your threads' stacks allow.
  public var maximumDepth: Int

  /// How many bytes of UTF-8 the text may have, or nil for no limit.
  public var maximumBytes: Int?

  /// Creates limits.
  public init(maximumDepth: Int = 512, maximumBytes: Int? = nil) {
    self.maximumDepth = maximumDepth
    self.maximumBytes = maximumBytes
  }

  /// 512 levels, any length.
  public static let `default` = JSONLimits()
}
