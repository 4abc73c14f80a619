import CausewayContract
import CausewayJSON

extension JSONValue {
  /// Decodes the parameters as a type of the app. Throws ``Failure/invalidParameters(_:)``.
  func decodeParameters<Parameters: Decodable>() throws -> Parameters {
    do {
      return try decode(Parameters.self)
    } catch {
      throw Failure.invalidParameters(describe(error))
    }
  }
}

extension JSONValue {
  /// Decodes an answer of the page as a type of the app. Throws ``PageCallError/invalidAnswer(path:expected:found:)``.
  func decodeAnswer<Answer: Decodable>() throws -> Answer {
    do {
      return try decode(Answer.self)
    } catch {
      // A decoding error may quote the value, which may be secret. The schema's mismatch describes the error without
      // the value.
      var table = SchemaTable()
      let schema: Schema = table.schema(of: Answer.self)
      if let mismatch = schema.mismatch(of: self, types: table.types) {
        throw PageCallError.invalidAnswer(path: mismatch.path, expected: mismatch.expected, found: mismatch.found)
      }
      throw PageCallError.invalidAnswer(
        path: (error as? DecodingError)?.path ?? "", expected: "\(Answer.self)", found: "a value that the type refuses")
    }
  }
}

extension DecodingError {
  /// The position of the error in the value.
  fileprivate var path: String {
    let context: Context? =
      switch self {
      case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    return describe(context?.codingPath ?? [])
  }
}

/// Information for a handler about the request that it answers.
public struct Call: Hashable, Sendable {
  /// The frame that sent the request.
  public let frame: Frame
  /// The name of the request's dialect.
  public let dialect: String
  /// The capability's name.
  public let capability: String
  /// The bytes that the page passed beside the parameters; nil if it passed none.
  public internal(set) var bytes: Bytes?
  /// The request, or the event, whose progress ``report(_:)`` reports. Progress of an event is not sent.
  var request: RequestReference?

  /// Reports progress to the page, whose `onProgress` gets the value. May be called many times. Does nothing if the
  /// page has not asked for progress, if too many bytes already wait for the page, or if the request has ended.
  /// - Parameter value: by convention, the fraction that is done, from 0 to 1. Functions may agree on another type.
  @MainActor public func report(_ value: some Encodable) throws {
    guard let request, let conversation = request.conversation.conversation else { return }
    try conversation.report(request.id) { try JSONValue(encoding: value) }
  }
}

/// A request whose document may no longer exist.
struct RequestReference: Hashable, Sendable {
  let id: UInt64
  let conversation: ConversationReference
}

/// Returns a decoding error as one sentence, with its position in the parameters.
private func describe(_ error: any Error) -> String {
  guard let error = error as? DecodingError else { return "\(error)" }
  let (context, detail): (DecodingError.Context, String) =
    switch error {
    case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context, context.debugDescription)
    @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
    }
  let path = describe(context.codingPath)
  // Foundation's sentences end with a period. Remove it, because the text becomes part of a sentence that has its own
  // period.
  let sentence = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
  return path.isEmpty ? sentence : "at \(path): \(sentence)"
}

private func describe(_ path: [any CodingKey]) -> String {
  path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
}
