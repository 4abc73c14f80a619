/// The syntax of the field Host and of the host in a URL (RFC 9110 section 7.2).
enum HostField {
  /// Returns whether the bytes are a name or an address in brackets, with an optional port.
  static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      name = bytes[...end]
      let address = name.dropFirst().dropLast()
      guard !address.isEmpty,
        address.allSatisfy({ $0.hexadecimalDigit != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return false }
    } else {
      name = bytes.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.allSatisfy(\.isHostCharacter) else { return false }
    }
    let port = bytes[name.endIndex...]
    return port.isEmpty
      || port.first == UInt8(ascii: ":") && port.count <= 6 && port.dropFirst().allSatisfy(\.isDigit)
  }
}
