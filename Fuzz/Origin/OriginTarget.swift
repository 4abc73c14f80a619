import Causeway
import Foundation
import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, OriginTarget.check)
}

/// The fuzzing target of origins. It checks that an origin, written and read again, is the same, that it has no opaque
/// scheme, and that Foundation reads the same scheme, host and port from the text.
@MainActor enum OriginTarget {
  /// The schemes whose documents have an opaque origin.
  private static let opaqueSchemes: Set = ["about", "blob", "data", "file", "filesystem", "javascript"]

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(OriginError) {
      check(try Origin(parsing: text), text)
    } catch {
      expect(error.text == text && !error.reason.isEmpty, "the error has no text or no reason")
      expect(!isPlainOrigin(text), "a valid origin was refused: \(error)")
    }
  }

  private static func check(_ origin: Origin, _ text: String) {
    if origin == .file { return expect(text.lowercased() == "file://", "the text is more than file://") }
    expect(!origin.isOpaque && origin.isSameOrigin(as: origin), "\(origin) is opaque")
    expect(!opaqueSchemes.contains(origin.scheme), "the scheme \(origin.scheme) has no origin")
    expect(try Origin(parsing: origin.description) == origin, "\(origin), written and read again, is not the same")
    expect(origin.scheme == origin.scheme.lowercased(), "\(origin.scheme) is not in lower case")
    let isOfTheWeb = ["http", "https", "ws", "wss"].contains(origin.scheme)
    expect(
      isOfTheWeb ? origin.host == origin.host.lowercased() : text.lowercased().contains(origin.host.lowercased()),
      "the host is \(origin.host)")
    expect(origin.port.map { 1...65535 ~= $0 } ?? true, "the port is \(origin.port ?? 0)")
    // Foundation reads no host in some texts, such as one with an underscore in the host.
    guard let url = URL(string: text), let host = url.host(percentEncoded: true) else { return }
    expect(url.scheme?.lowercased() == origin.scheme, "Foundation reads the scheme \(url.scheme ?? "")")
    expect(bare(host) == bare(origin.host), "Foundation reads the host \(host)")
    expect((url.port ?? 0) == (origin.port ?? 0) || origin.port == nil, "Foundation reads another port")
    expect(
      url.user == nil && url.path.isEmpty && url.query == nil && url.fragment == nil, "the text is more than an origin")
  }

  /// Returns the host in lower case, without the brackets of an IPv6 address.
  private static func bare(_ host: String) -> String {
    host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
  }

  /// Returns whether the text is an http or https origin with a simple host, according to Foundation.
  private static func isPlainOrigin(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let url = URL(string: text), let host = url.host(percentEncoded: true),
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), !host.isEmpty,
      host.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber })
    else { return false }
    let port = url.port.map { ":\($0)" } ?? ""
    return text.lowercased() == "\(scheme)://\(host.lowercased())\(port)" && (url.port.map { 1...65535 ~= $0 } ?? true)
  }
}
