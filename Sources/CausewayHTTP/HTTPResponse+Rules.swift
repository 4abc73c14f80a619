import CausewayTransport

extension HTTPResponse {
  /// The reason why the response cannot be sent; nil if it can.
  ///
  /// A line break in a value is refused, because the rest of the value would be read as further fields or as a second
  /// answer.
  var fault: String? {
    guard takeover == nil else { return nil }
    guard (200...999).contains(status) else { return "the status \(status)" }
    guard reason?.utf8.allSatisfy(\.isFieldCharacter) ?? true else { return "the reason phrase" }
    for (name, value) in fields {
      if let fault = Self.fault(name, value.utf8) { return fault }
    }
    return forwardedFields.lazy.compactMap { Self.fault($0.name, $0.bytes) }.first
  }

  private static func fault(_ name: String, _ value: some Sequence<UInt8>) -> String? {
    guard isFieldName(name) else { return "a field's name" }
    guard isFieldValue(value) else { return "the value of \(name)" }
    return framing.contains(name.lowercased()) ? "\(name), which only the server sets" : nil
  }

  private static func isFieldName(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter) }

  private static func isFieldValue(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy(\.isFieldCharacter) }

  /// Returns whether a field of another server's answer can be sent.
  package static func canForward(_ field: HTTPField) -> Bool { isFieldName(field.name) && isFieldValue(field.bytes) }

  /// The fields that only the server sets, because they describe how and when the answer is sent.
  private static let framing: Set = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade",
  ]
}

extension UInt8 {
  /// Whether the byte may stand in the value of a field (RFC 9110 section 5.5).
  fileprivate var isFieldCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }
}
