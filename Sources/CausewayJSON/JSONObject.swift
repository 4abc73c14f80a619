/// The members of a JSON object, in the order in which they came.
///
/// Names are told apart by their Unicode scalars, as JavaScript does; no name is special, `__proto__` included. Two
/// objects are equal when they have the same members in any order.
///
/// Lookup and insertion are O(1): a small object is searched from the front, a larger one has an index.
public struct JSONObject: Sendable {
  /// The number of members up to which comparing each name is quicker than keeping an index.
  static let indexThreshold = 16

  /// The members in order. No name occurs twice.
  var members: [JSONMember]

  /// Where each name is in ``members``: present exactly if there are more than ``indexThreshold``.
  private var index: [JSONObjectKey: Int]?

  /// An object with no members.
  public init() {
    members = []
  }

  /// An object of these members. Of those with one name the last value wins, at the place of the first.
  init(members: [JSONMember]) {
    self.members = members
    if members.count > Self.indexThreshold {
      mergeDuplicatesByIndex()
    } else if members.count > 1 {
      mergeDuplicatesBySearch()
    }
  }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of this name; nil if there is none. A member that is `null` gives ``JSONValue/null``.
  ///
  /// Setting replaces the value in place or adds the member at the end. Setting nil removes the member, which takes time
  /// in proportion to the object's size; to set JSON's null, say `JSONValue.null`.
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

  /// Removes the member of this name and gives its value, or nil if there was none. Takes O(*n*) time.
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

  /// Makes room for this many members.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    members.reserveCapacity(minimumCapacity)
  }

  /// Where the member of this name is.
  func position(of key: String) -> Int? {
    if let index { return index[JSONObjectKey(key)] }
    return key.withBytes { bytes in
      members.firstIndex { $0.key.hasBytes(bytes) }
    }
  }

  /// Adds a member whose name is known to be new.
  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append(JSONMember(key: key, value: value))
    if index != nil {
      index?[JSONObjectKey(key)] = members.count - 1
    } else if members.count > Self.indexThreshold {
      reindex(from: 0)
    }
  }

  /// Brings the index up to date for the members from this position on, or drops it from an object that became small.
  private mutating func reindex(from start: Int) {
    guard members.count > Self.indexThreshold else {
      index = nil
      return
    }
    var index = self.index ?? Dictionary(minimumCapacity: members.count)
    // So that the copy is the only one, and changes in place.
    self.index = nil
    for position in start..<members.count {
      index[JSONObjectKey(members[position].key)] = position
    }
    self.index = index
  }

  /// Establishes both invariants by comparing every pair of names.
  private mutating func mergeDuplicatesBySearch() {
    var position = 1
    while position < members.count {
      let key = members[position].key
      let first = key.withBytes { bytes in
        members[..<position].firstIndex { $0.key.hasBytes(bytes) }
      }
      if let first {
        members[first].value = members.remove(at: position).value
      } else {
        position += 1
      }
    }
  }

  /// Establishes both invariants while building the index.
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
