import Causeway
import FuzzSupport

@testable import WebKit

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, SecurityOriginTarget.check)
}

/// The fuzzing target of `WKSecurityOrigin`, read from the text that a document reports. It checks that an origin,
/// written again, is the same text, so that no two texts give the same origin. Other texts must give an opaque origin.
@MainActor enum SecurityOriginTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let origin = WKSecurityOrigin(serialized: text)
    if origin.protocol.isEmpty {
      expect(origin.host.isEmpty && origin.port == 0, "an opaque origin has a host or a port")
      expect(!origin.isSame(as: origin), "an opaque origin equals itself")
      // A text in the form in which `Origin` writes an origin must not be read as an opaque origin.
      expect((try? Origin(parsing: text))?.description != text, "a valid origin was read as an opaque origin")
    } else {
      let port = origin.port == 0 ? "" : ":\(origin.port)"
      let written = "\(origin.protocol)://\(origin.host)\(port)"
      expect(written.utf8.elementsEqual(text.utf8), "the origin is written as \(written)")
      expect(origin.isSame(as: WKSecurityOrigin(serialized: text)), "the origin, read again, is not the same")
    }
  }
}
