import Foundation

/// The coding of the store's JSON, whose member names are in snake case.
enum StoreCoding {
  /// Decodes a body. Ignores unknown members.
  static func read<Value: Decodable>(
    _ type: Value.Type = Value.self, from answer: StoreAnswer
  ) throws(OnsideServiceError) -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Value.self, from: answer.body)
    } catch {
      // Do not include the error's text: it may contain data of the answer, such as a token.
      throw .internalError("the store's answer cannot be read: it is not a \(Value.self)")
    }
  }

  /// Encodes a body.
  static func body(_ value: some Encodable) throws(OnsideServiceError) -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    do {
      return try encoder.encode(value)
    } catch {
      throw .internalError("a request cannot be encoded: \(type(of: value))")
    }
  }
}
