/// The options of an observation. Foundation on Linux lacks this type. The names and the raw values are Apple's.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as a bit mask.
  public let rawValue: UInt

  /// Creates options from a bit mask.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The change contains the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The change contains the previous value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The handler is also called at once, before `observe` returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The handler is called twice for each change, first with ``NSKeyValueObservedChange/isPrior``. On Linux the
  /// property already has its new value at the time of the first call, because the engine has already changed.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property was set to a new value.
  case setting = 1
  /// An element was inserted into a collection. Never occurs for a web view.
  case insertion = 2
  /// An element was removed from a collection. Never occurs for a web view.
  case removal = 3
  /// An element was replaced in a collection. Never occurs for a web view.
  case replacement = 4
}
