extension DecodingError {
  /// The case, the path and the message in one line, such as "typeMismatch at list/0/x: Expected Int but found null."
  var summary: String {
    switch self {
    case .typeMismatch(_, let context): "typeMismatch\(context.summary)"
    case .valueNotFound(_, let context): "valueNotFound\(context.summary)"
    case .keyNotFound(let key, let context): "keyNotFound \(key.stringValue)\(context.summary)"
    case .dataCorrupted(let context): "dataCorrupted\(context.summary)"
    @unknown default: "unknown"
    }
  }
}

extension DecodingError.Context {
  fileprivate var summary: String {
    let path = codingPath.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }
    return " at \(path.joined(separator: "/")): \(debugDescription)"
  }
}
