/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The kinds of changes.
  public typealias Kind = NSKeyValueChange

  /// The kind of the change.
  public let kind: Kind
  /// The new value; nil unless ``NSKeyValueObservingOptions/new`` was requested.
  public let newValue: Value?
  /// The previous value; nil in the initial call, and nil if ``NSKeyValueObservingOptions/old`` was not requested.
  public let oldValue: Value?
  /// The indexes of a collection that changed; nil for a property that is not a collection.
  public let indexes: IndexSet?
  /// Whether the change is only announced: see ``NSKeyValueObservingOptions/prior``.
  public let isPrior: Bool

  init(newValue: Value? = nil, oldValue: Value? = nil, isPrior: Bool = false) {
    kind = .setting
    self.newValue = newValue
    self.oldValue = oldValue
    indexes = nil
    self.isPrior = isPrior
  }
}
