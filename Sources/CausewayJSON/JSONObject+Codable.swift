extension JSONObject: Codable {
  /// Takes an object from any decoder. From ``JSONValue/decode(_:)`` that is the object itself, at no cost.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self = try JSONScalarDecoding.object(decoder.value) { decoder.path }
    } else {
      self = try JSONObject(from: try decoder.container(keyedBy: JSONCodingKey.self))
    }
  }

  /// Takes the members in the order that the container gives them.
  init(from container: KeyedDecodingContainer<JSONCodingKey>) throws {
    self.init(
      members: try container.allKeys.map { key in
        JSONMember(key: key.stringValue, value: try container.decode(JSONValue.self, forKey: key))
      }
    )
  }

  /// Gives the members in order to any encoder. To ``JSONValue/init(encoding:)`` that is the object itself, at no cost.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? JSONValueEncoder {
      encoder.node.set(.object(self))
      return
    }
    var container = encoder.container(keyedBy: JSONCodingKey.self)
    for member in members { try container.encode(member.value, forKey: JSONCodingKey(member.key)) }
  }
}
