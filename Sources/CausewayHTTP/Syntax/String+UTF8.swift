extension String {
  /// Creates a text from its bytes in UTF-8; nil if they are not UTF-8.
  init?(utf8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, *) {
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = text
    } else {
      // Decoding replaces what is not UTF-8 by U+FFFD, so only then do the bytes of the text differ.
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.elementsEqual(bytes) else { return nil }
      self = text
    }
  }
}
