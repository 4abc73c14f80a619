/// What an observer is told of a change.
public struct NSKeyValueObservedChange<Value> {
  /// The kinds of changes.
  public typealias Kind = NSKeyValueChange

  /// How the property changed.
  public let kind: Kind
  /// The new value; nil unless ``NSKeyValueObservingOptions/new`` was asked for.
  public let newValue: Value?
  /// The value before; nil unless ``NSKeyValueObservingOptions/old`` was asked for, and in the initial call.
  public let oldValue: Value?
  /// The places of a collection that changed; nil for a property that is none.
  public let indexes: IndexSet?
  /// Whether the change is only announced; see ``NSKeyValueObservingOptions/prior``.
  public let isPrior: Bool

  init(newValue: Value? = nil, oldValue: Value? = nil, isPrior: Bool = false) {
    kind = .setting
    self.newValue = newValue
    self.oldValue = oldValue
    indexes = nil
    self.isPrior = isPrior
  }
}
