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
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else { return "a field's name" }
      guard value.utf8.allSatisfy(\.isFieldCharacter) else { return "the value of \(name)" }
      guard !Self.framing.contains(name.lowercased()) else { return "\(name), which only the server sets" }
    }
    for field in forwardedFields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenCharacter) else { return "a field's name" }
      guard field.bytes.allSatisfy(\.isFieldCharacter) else { return "the value of \(field.name)" }
      guard !Self.framing.contains(field.name.lowercased()) else { return "\(field.name), which only the server sets" }
    }
    return nil
  }

  /// The fields that only the server sets, because they describe how and when the answer is sent.
  private static let framing: Set = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade",
  ]
}

extension UInt8 {
  /// Whether the byte may stand in the value of a field (RFC 9110 section 5.5).
  fileprivate var isFieldCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }
}
