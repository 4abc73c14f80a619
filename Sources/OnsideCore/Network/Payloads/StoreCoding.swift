import CausewayTransport
import Foundation

/// The coding of the store's JSON.
enum StoreCoding {
  /// Decodes a body. Ignores unknown members.
  static func read<Value: Decodable>(
    _ type: Value.Type = Value.self, from answer: HTTPAnswer
  ) throws(OnsideServiceError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: answer.body)
    } catch {
      // Do not include the error's text, because it may contain data of the answer, such as a token.
      throw .internalError("the store's answer cannot be read: it is not a \(Value.self)")
    }
  }

  /// Encodes a body.
  static func body(_ value: some Encodable) throws(OnsideServiceError) -> Data {
    do {
      return try JSONEncoder().encode(value)
    } catch {
      throw .internalError("a request cannot be encoded: \(type(of: value))")
    }
  }
}
