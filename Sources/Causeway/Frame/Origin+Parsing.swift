import CausewayJSON

/// The error for a text that is not an origin.
public struct OriginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The refused text.
  public let text: String
  /// The defect of the text.
  public let reason: String

  /// The text, the reason, and the correct form.
  public var description: String {
    "\"\(text)\" is not an origin: \(reason). The form is scheme://host or scheme://host:port, such as https://shop.example"
  }
}

extension Origin {
  /// Parses a serialized origin: `https://shop.example` or `https://shop.example:8443`; `file://` means all local
  /// files.
  ///
  /// Accepts only an origin: a path, a user name, a wildcard or a query is an error and is not dropped silently. Hosts
  /// must be ASCII; write an international name in its `xn--` form.
  public init(parsing text: String) throws(OriginError) {
    func refuse(_ reason: String) -> OriginError { OriginError(text: text, reason: reason) }

    guard let separator = text.firstRange(ofASCII: "://") else { throw refuse("it has no \"://\"") }
    let scheme = text[..<separator.lowerBound]
    guard let first = scheme.utf8.first, first.isASCIILetter, scheme.utf8.allSatisfy(\.isSchemeByte) else {
      throw refuse("its scheme is not valid: a scheme has ASCII letters, digits, +, - and ., and begins with a letter")
    }
    var authority = text[separator.upperBound...]
    if let stop = authority.utf8.first(where: { "/?#\\".utf8.contains($0) }) {
      throw refuse("\"\(Unicode.Scalar(stop))\" follows the host, but an origin has no path or query")
    }
    guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw refuse("it has a user name") }

    var port: Int?
    if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
      !authority[colon...].utf8.contains(UInt8(ascii: "]"))
    {
      let digits = authority[authority.utf8.index(after: colon)...]
      guard digits.utf8.allSatisfy(\.isASCIIDigit), let number = UInt16(digits), number > 0 else {
        throw refuse("\"\(digits)\" is not a port")
      }
      port = Int(number)
      authority = authority[..<colon]
    }
    guard !authority.isEmpty else {
      guard port == nil, scheme.lowercased() == Origin.file.scheme else { throw refuse("its host is empty") }
      self = .file
      return
    }
    if authority.utf8.first == UInt8(ascii: "[") {
      let inner = authority.utf8.dropFirst().dropLast()
      guard authority.utf8.last == UInt8(ascii: "]"), !inner.isEmpty, inner.allSatisfy(\.isIPv6Byte) else {
        throw refuse("its IPv6 address is not valid")
      }
    } else {
      guard authority.utf8.allSatisfy(\.isHostByte) else {
        throw refuse("its host has a character that host names cannot have (write international names as xn--…)")
      }
    }
    self.init(scheme: String(scheme), host: String(authority), port: port)
    guard !isOpaque else {
      throw refuse("documents of \"\(scheme):\" have opaque origins, which equal no other origin")
    }
  }
}

extension String {
  /// Returns the range of the first occurrence of an ASCII text, compared byte by byte; nil if there is none.
  fileprivate func firstRange(ofASCII needle: StaticString) -> Range<Index>? {
    let needle = Array("\(needle)".utf8)
    var start = utf8.startIndex
    while start != utf8.endIndex {
      if utf8[start...].starts(with: needle) {
        return start..<utf8.index(start, offsetBy: needle.count)
      }
      start = utf8.index(after: start)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isSchemeByte: Bool { isASCIIAlphanumeric || "+-.".utf8.contains(self) }
  fileprivate var isHostByte: Bool { isASCIIAlphanumeric || "-._".utf8.contains(self) }
  fileprivate var isIPv6Byte: Bool { isASCIIDigit || (0x61...0x66).contains(self | 0x20) || ":.".utf8.contains(self) }
}
