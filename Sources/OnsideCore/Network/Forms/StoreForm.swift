import Foundation

/// How the interface's JSON is read and written: its names are in snake case.
enum StoreForm {
  /// Reads a body. Members that are not known are left out.
  static func read<Value: Decodable>(
    _ type: Value.Type = Value.self, from answer: StoreAnswer
  ) throws(OnsideServiceError) -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Value.self, from: answer.body)
    } catch {
      // Its text may have something of the answer, such as a token.
      throw .internalError("the store's answer to a request cannot be read: it is no \(Value.self)")
    }
  }

  /// Writes a body.
  static func body(_ value: some Encodable) throws(OnsideServiceError) -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    do {
      return try encoder.encode(value)
    } catch {
      throw .internalError("a request cannot be written: \(type(of: value))")
    }
  }
}
