/// A decoder without data. It records what a type reads, and returns sample values.
struct SchemaDecoder: Decoder {
  let registry: SchemaRegistry
  let notes: SchemaNotes
  let sample: SampleScalars
  /// The case that an enum with associated values decodes, as an index of its keys.
  var caseIndex = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    notes.beginMembers()
    return KeyedDecodingContainer(SchemaKeyedContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { SchemaUnkeyedContainer(decoder: self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { SchemaSingleContainer(decoder: self) }

  /// Returns the decoder of a nested value.
  func nested(_ notes: SchemaNotes) -> SchemaDecoder {
    SchemaDecoder(registry: registry, notes: notes, sample: sample)
  }

  /// Returns the schema of a type that is read.
  func schema(of type: any Decodable.Type) -> Schema { notes.isRecording ? registry.schema(of: type) : .any }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer { Integer(clamping: sample.number) }
}
