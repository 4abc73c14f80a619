/// What an observer gets, with Foundation's names and numbers, which Foundation on Linux does not have.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The change has the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The change has the value before.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The handler is called at once, too, before `observe` returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The handler is called twice for each change, first with ``NSKeyValueObservedChange/isPrior``. On Linux the engine
  /// has changed by then: the property has its new value already.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// How a property changed.
public enum NSKeyValueChange: UInt, Sendable {
  /// It has another value.
  case setting = 1
  /// Something was inserted in a collection. Never of a web view.
  case insertion = 2
  /// Something was removed from a collection. Never of a web view.
  case removal = 3
  /// Something was replaced in a collection. Never of a web view.
  case replacement = 4
}
