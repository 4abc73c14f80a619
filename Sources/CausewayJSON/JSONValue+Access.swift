extension JSONValue {
  /// Whether the value is JSON's `null`. A member that is absent is nil, not `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The Boolean; nil for any other kind of value.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number; nil for any other kind of value.
  public var numberValue: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The string; nil for any other kind of value.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil for any other kind of value.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members of an object; nil for any other kind of value.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member with a name; nil if there is none or this value is not an object.
  ///
  /// For a member whose value is `null`, the result is ``null``, not nil.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at an index; nil if the index is out of bounds or this value is not an array.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }
}
