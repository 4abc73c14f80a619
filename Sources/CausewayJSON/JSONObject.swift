/// The members of a JSON object, in their original order.
///
/// Names are compared by their Unicode scalars, as in JavaScript. No name is special, not even `__proto__`. Two objects
/// are equal if they have the same members in any order.
///
/// Lookup and insertion are O(1): a small object is searched from the front, a larger one has an index.
public struct JSONObject: Sendable {
  /// The number of members up to which comparing each name is faster than using an index.
  static let indexThreshold = 32

  /// The members in order. No name occurs twice.
  var members: [JSONMember]

  /// The position of each name in ``members``. Present exactly if there are more than ``indexThreshold`` members.
  private var index: [JSONObjectKey: Int]?

  /// Creates an object without members.
  public init() {
    members = []
  }

  /// Creates an object from members. If several members have one name, the last value counts, at the first position.
  /// - Parameter hasUniqueNames: whether the caller knows that no two members have the same name.
  init(members: [JSONMember], hasUniqueNames: Bool = false) {
    self.members = members
    if members.count > Self.indexThreshold {
      mergeDuplicatesByIndex()
    } else if members.count > 1, !hasUniqueNames {
      mergeDuplicatesBySearch()
    }
  }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a name; nil if the object has no such member. The value of a `null` member is ``JSONValue/null``.
  ///
  /// Setting replaces the value in place or adds the member at the end. Setting nil removes the member, which takes
  /// time in proportion to the object's size; to set JSON's null, use `JSONValue.null`.
  public subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      if let position = position(of: key) {
        members[position].value = newValue
      } else {
        append(key, newValue)
      }
    }
  }

  /// Removes the member with a name and returns its value; nil if there was none. Takes O(*n*) time.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let position = position(of: key) else { return nil }
    let value = members.remove(at: position).value
    if index != nil {
      index?[JSONObjectKey(key)] = nil
      reindex(from: position)
    }
    return value
  }

  /// Reserves memory for a number of members.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    members.reserveCapacity(minimumCapacity)
  }

  /// Returns the position of the member with a name.
  func position(of key: String) -> Int? {
    if let index { return index[JSONObjectKey(key)] }
    return members.firstIndex { $0.key.hasSameScalars(as: key) }
  }

  /// Adds a member whose name is not in the object yet.
  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append(JSONMember(key: key, value: value))
    if index != nil {
      index?[JSONObjectKey(key)] = members.count - 1
    } else if members.count > Self.indexThreshold {
      reindex(from: 0)
    }
  }

  /// Updates the index for the members from a position on, or removes the index if the object has become small.
  private mutating func reindex(from start: Int) {
    guard members.count > Self.indexThreshold else {
      index = nil
      return
    }
    var index = self.index ?? Dictionary(minimumCapacity: members.count)
    // Leave `index` as the only reference to the dictionary. Otherwise, the first change would copy the dictionary.
    self.index = nil
    for position in start..<members.count {
      index[JSONObjectKey(members[position].key)] = position
    }
    self.index = index
  }

  /// Establishes both invariants (unique names; an index exactly if needed) by comparing every pair of names.
  private mutating func mergeDuplicatesBySearch() {
    var position = 1
    while position < members.count {
      let key = members[position].key
      let first = members[..<position].firstIndex { $0.key.hasSameScalars(as: key) }
      if let first {
        members[first].value = members.remove(at: position).value
      } else {
        position += 1
      }
    }
  }

  /// Establishes both invariants, as ``mergeDuplicatesBySearch()`` does, while it builds the index.
  private mutating func mergeDuplicatesByIndex() {
    var index = [JSONObjectKey: Int](minimumCapacity: members.count)
    var count = 0
    for position in members.indices {
      let key = JSONObjectKey(members[position].key)
      if let first = index[key] {
        members[first].value = members[position].value
      } else {
        index[key] = count
        if count != position { members[count] = members[position] }
        count += 1
      }
    }
    members.removeSubrange(count...)
    self.index = count > Self.indexThreshold ? index : nil
  }
}
