/// A container of one value, without data.
struct SchemaSingleContainer: SingleValueDecodingContainer {
  let decoder: SchemaDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.notes.null()
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    decoder.notes.single(decoder.schema(of: type))
    return try decoder.registry.sample(of: type)
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    decoder.notes.single(decoder.schema(of: type))
    return false
  }

  func decode(_ type: String.Type) throws -> String {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.sample.string
  }

  func decode(_ type: Double.Type) throws -> Double {
    decoder.notes.single(decoder.schema(of: type))
    return Double(decoder.sample.number)
  }

  func decode(_ type: Float.Type) throws -> Float {
    decoder.notes.single(decoder.schema(of: type))
    return Float(decoder.sample.number)
  }

  func decode(_ type: Int.Type) throws -> Int {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    decoder.notes.single(decoder.schema(of: type))
    return decoder.integer(type)
  }
}
