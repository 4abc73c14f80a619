extension JSONObject: Codable {
  /// Decodes an object from any decoder. ``JSONValue/decode(_:)`` passes the object itself, at no cost.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self = try JSONScalarDecoding.object(decoder.value) { decoder.path }
    } else {
      self = try JSONObject(from: try decoder.container(keyedBy: JSONCodingKey.self))
    }
  }

  /// Decodes the members in the container's order.
  init(from container: KeyedDecodingContainer<JSONCodingKey>) throws {
    self.init(
      members: try container.allKeys.map { key in
        JSONMember(key: key.stringValue, value: try container.decode(JSONValue.self, forKey: key))
      }
    )
  }

  /// Encodes the members in order to any encoder. ``JSONValue/init(encoding:)`` takes the object itself, at no cost.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? JSONValueEncoder {
      encoder.node.set(.object(self))
      return
    }
    var container = encoder.container(keyedBy: JSONCodingKey.self)
    for member in members { try container.encode(member.value, forKey: JSONCodingKey(member.key)) }
  }
}
