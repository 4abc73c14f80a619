/// The encoding that the beginning of an HTML document declares (the HTML Standard's algorithm "prescan a byte stream to
/// determine its encoding", and "get an XML encoding").
package struct EncodingPrescan {
  /// The number of bytes in which browsers look for a declaration before they begin to parse.
  package static let length = 1_024

  private struct EndOfBytes: Error {}
  private typealias Attribute = (name: [UInt8], value: [UInt8])

  private let bytes: [UInt8]
  private var position = 0
  /// Whether the text of elements such as `script` is skipped.
  private let skipsText: Bool

  /// Returns the declared encoding; nil without a declaration.
  ///
  /// The standard's prescan also reads `meta` tags in the text of a script or a title. A browser that parses the `meta`
  /// element of the document afterwards then changes to the encoding of that element. Therefore an element that is in
  /// the given bytes comes first here, as the Content-Type cannot be changed later.
  /// - Parameter start: the document's beginning, of which only the first ``length`` bytes are read.
  package static func declaredEncoding(in start: some Collection<UInt8>) -> CharacterEncoding? {
    let bytes = Array(start.prefix(length))
    // An XML declaration in UTF-16: "<?x" with bytes of zero after or before each character.
    if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
    for skipsText in [true, false] {
      var prescan = EncodingPrescan(bytes, skipsText: skipsText)
      if let encoding = prescan.metaEncoding() { return encoding }
    }
    var prescan = EncodingPrescan(bytes, skipsText: false)
    return prescan.xmlEncoding()
  }

  private init(_ bytes: [UInt8], skipsText: Bool) {
    self.bytes = bytes
    self.skipsText = skipsText
  }

  // MARK: Tags

  private mutating func metaEncoding() -> CharacterEncoding? {
    // An end of the bytes ends the search, also within a tag.
    try? searchMeta()
  }

  private mutating func searchMeta() throws(EndOfBytes) -> CharacterEncoding {
    while true {
      if isAt("<!--") {
        // The dashes of the beginning may also be those of the end.
        position += 2
        while !isAt("-->") { try advance() }
        position += 2
      } else if isAt("<meta"), let next = byte(at: position + 5), next.isHTMLSpace || next == UInt8(ascii: "/") {
        position += 5
        if let encoding = try encodingOfMeta() { return encoding }
      } else if let name = tagName() {
        try skipTag()
        if skipsText, Self.textElements.contains(name) { try skipText(of: name) }
      } else if isAt("<!") || isAt("</") || isAt("<?") {
        try skip { $0 != UInt8(ascii: ">") }
      }
      try advance()
    }
  }

  /// The elements whose content is text and has no tags. Browsers also look for a declaration in `noscript`.
  private static let textElements: Set = ["script", "style", "title", "noframes", "textarea", "xmp"]

  /// The name of the start tag or, with a slash before it, of the end tag at the position; nil if there is no tag.
  private func tagName() -> String? {
    guard byte(at: position) == UInt8(ascii: "<") else { return nil }
    let start = position + (byte(at: position + 1) == UInt8(ascii: "/") ? 2 : 1)
    guard byte(at: start)?.isHTMLLetter == true else { return nil }
    let rest = bytes[(position + 1)...].prefix { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") }
    // A slash ends a name, except the one that begins an end tag.
    let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    return String(decoding: rest[..<end].map(\.lowercased), as: UTF8.self)
  }

  private mutating func skipTag() throws(EndOfBytes) {
    try skip { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") }
    while try attribute() != nil {}
  }

  private mutating func skipText(of element: String) throws(EndOfBytes) {
    while !isAt("</" + element) { try advance() }
    try skipTag()
  }

  private mutating func encodingOfMeta() throws(EndOfBytes) -> CharacterEncoding? {
    var seen: Set<[UInt8]> = []
    var isPragma = false
    /// The encoding, whether it was found, and whether it counts only beside `http-equiv`.
    var found: (encoding: CharacterEncoding?, needsPragma: Bool)?
    while let (name, value) = try attribute() {
      guard seen.insert(name).inserted else { continue }
      switch String(decoding: name, as: UTF8.self) {
      case "http-equiv": isPragma = value.elementsEqual("content-type".utf8)
      case "content":
        guard found == nil, let encoding = Self.encoding(inContent: value) else { break }
        found = (encoding, true)
      case "charset": found = (CharacterEncoding(label: value), false)
      default: break
      }
    }
    guard let found, isPragma || !found.needsPragma else { return nil }
    switch found.encoding {
    // The declaration was found as ASCII, so the document is not in UTF-16.
    case .utf16BE?, .utf16LE?: return .utf8
    case .userDefined?: return .windows1252
    case let encoding: return encoding
    }
  }

  /// Returns the encoding in the value of `content` ("extracting a character encoding from a meta element").
  private static func encoding(inContent content: [UInt8]) -> CharacterEncoding? {
    var rest = content[...]
    let key = Array("charset".utf8)
    while !rest.isEmpty {
      guard rest.starts(with: key) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(key.count).drop(while: \.isHTMLSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isHTMLSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return CharacterEncoding(label: rest.prefix { !$0.isHTMLSpace && $0 != UInt8(ascii: ";") })
      }
      rest = rest.dropFirst()
      return rest.firstIndex(of: quote).flatMap { CharacterEncoding(label: rest[..<$0]) }
    }
    return nil
  }

  /// Reads the next attribute of a tag ("get an attribute"), with capital letters as small letters; nil at the tag's end.
  private mutating func attribute() throws(EndOfBytes) -> Attribute? {
    try skip { $0.isHTMLSpace || $0 == UInt8(ascii: "/") }
    var attribute: Attribute = ([], [])
    if try current() == UInt8(ascii: ">") { return nil }
    while true {
      let byte = try current()
      if byte == UInt8(ascii: "="), !attribute.name.isEmpty { break }
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { return attribute }
      if byte.isHTMLSpace {
        try skip(while: \.isHTMLSpace)
        if try current() == UInt8(ascii: "=") { break }
        return attribute
      }
      attribute.name.append(byte.lowercased)
      position += 1
    }
    position += 1
    try skip(while: \.isHTMLSpace)
    let quote = try current()
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      let start = position
      try skip { $0 != quote }
      attribute.value = bytes[start..<position].map(\.lowercased)
      position += 1
      return attribute
    }
    let start = position
    try skip { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") }
    attribute.value = bytes[start..<position].map(\.lowercased)
    return attribute
  }

  /// Moves to the next byte that does not meet a condition.
  private mutating func skip(while condition: (UInt8) -> Bool) throws(EndOfBytes) {
    while condition(try current()) { position += 1 }
  }

  // MARK: The XML declaration

  /// Returns the encoding of an XML declaration at the beginning, which browsers also find in HTML.
  private mutating func xmlEncoding() -> CharacterEncoding? {
    guard isAt("<?xml"), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    while !isAt("encoding") {
      position += 1
      if position >= end { return nil }
    }
    position += "encoding".utf8.count
    skipControls()
    guard byte(at: position) == UInt8(ascii: "=") else { return nil }
    position += 1
    skipControls()
    guard let quote = byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let rest = bytes[(position + 1)...]
    guard let last = rest.firstIndex(of: quote), rest[..<last].allSatisfy({ $0 > 0x20 }),
      let encoding = CharacterEncoding(label: rest[..<last])
    else { return nil }
    return encoding.isUTF16 ? .utf8 : encoding
  }

  private mutating func skipControls() {
    while let next = byte(at: position), next <= 0x20 { position += 1 }
  }

  // MARK: Bytes

  private func byte(at position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func current() throws(EndOfBytes) -> UInt8 {
    guard let byte = byte(at: position) else { throw EndOfBytes() }
    return byte
  }

  private mutating func advance() throws(EndOfBytes) {
    position += 1
    guard position < bytes.count else { throw EndOfBytes() }
  }

  /// Returns whether the next bytes are a text, which is in small letters.
  private func isAt(_ text: String) -> Bool {
    text.utf8.enumerated().allSatisfy { byte(at: position + $0.offset)?.lowercased == $0.element }
  }
}
