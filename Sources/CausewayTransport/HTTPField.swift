/// A header field as it stands in a message (RFC 9110 section 5): its value may have any bytes, also such as are not UTF-8.
package struct HTTPField: Hashable, Sendable {
  package var name: String
  /// The bytes of the value.
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package init(_ name: String, _ value: String) {
    self.init(name: name, bytes: Array(value.utf8))
  }

  /// The value as a text. Bytes that are not UTF-8 become U+FFFD.
  package var value: String {
    get { String(decoding: bytes, as: UTF8.self) }
    set { bytes = Array(newValue.utf8) }
  }
}

extension Sequence<HTTPField> {
  /// The value of the field with a name, ignoring letter case; nil if there is none. Several fields with the name are joined into
  /// a list, with commas.
  package func value(of name: String) -> String? {
    let values = filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
