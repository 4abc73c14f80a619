extension JSONObject: RandomAccessCollection {
  /// A member: its name and its value.
  public typealias Element = (key: String, value: JSONValue)

  /// The position of the first member: zero.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at a position, which must be within bounds.
  public subscript(position: Int) -> Element {
    let member = members[position]
    return (key: member.key, value: member.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members in the written order. If several members have one name, the last value counts,
  /// at the first position.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(members: elements.map { JSONMember(key: $0.0, value: $0.1) })
  }
}

extension JSONObject: CustomStringConvertible {
  /// The compact JSON text.
  public var description: String { JSONValue.object(self).json }
}
