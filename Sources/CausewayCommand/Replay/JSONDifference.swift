import CausewayJSON

/// The first difference between two JSON values.
struct JSONDifference: Hashable {
  /// The position, such as `orders[0].price`; empty for the values themselves.
  let path: String
  /// The value of the trace at this position; nil if there is none.
  let recorded: JSONValue?
  /// The new value at this position; nil if there is none.
  let found: JSONValue?

  /// Returns nil if the values are equal.
  /// - Parameters:
  ///   - fresh: the values that are new in each run.
  ///   - ignored: the names of members whose values may differ.
  init?(
    _ recorded: JSONValue?, _ found: JSONValue?, fresh: FreshValues, ignoring ignored: Set<String>, at path: String = ""
  ) {
    switch (recorded, found) {
    case (.object(let old)?, .object(let new)?):
      for (name, value) in old where !ignored.contains(name) {
        let inside = path.isEmpty ? name : "\(path).\(name)"
        guard let difference = JSONDifference(value, new[name], fresh: fresh, ignoring: ignored, at: inside) else {
          continue
        }
        self = difference
        return
      }
      guard let (name, value) = new.first(where: { old[$0.key] == nil && !ignored.contains($0.key) }) else {
        return nil
      }
      self.init(path: path.isEmpty ? name : "\(path).\(name)", recorded: nil, found: value)
    case (.array(let old)?, .array(let new)?):
      for index in 0..<max(old.count, new.count) {
        let (value, other) = (old.element(at: index), new.element(at: index))
        let inside = "\(path)[\(index)]"
        guard let difference = JSONDifference(value, other, fresh: fresh, ignoring: ignored, at: inside) else {
          continue
        }
        self = difference
        return
      }
      return nil
    default:
      if let recorded, let found {
        if fresh.areEquivalent(recorded, found) { return nil }
      } else if recorded == nil, found == nil {
        return nil
      }
      self.init(path: path, recorded: recorded, found: found)
    }
  }

  private init(path: String, recorded: JSONValue?, found: JSONValue?) {
    self.path = path
    self.recorded = recorded
    self.found = found
  }
}

extension [JSONValue] {
  fileprivate func element(at index: Int) -> JSONValue? { indices.contains(index) ? .some(self[index]) : .none }
}
