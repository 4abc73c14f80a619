import Causeway
import FuzzSupport

@testable import WebKit

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, SecurityOriginTarget.check)
}

/// What a document says of its origin: read as it stands, so that no two texts are one origin, or taken for opaque.
@MainActor enum SecurityOriginTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let origin = WKSecurityOrigin(serialized: text)
    if origin.protocol.isEmpty {
      expect(origin.host.isEmpty && origin.port == 0, "an opaque origin has a host or a port")
      expect(!origin.isSame(as: origin), "an opaque origin equals itself")
      // What the engine reads as an origin has one here too, in the form in which it writes it.
      expect((try? Origin(parsing: text))?.description != text, "it is an origin")
    } else {
      let port = origin.port == 0 ? "" : ":\(origin.port)"
      let written = "\(origin.protocol)://\(origin.host)\(port)"
      expect(written.utf8.elementsEqual(text.utf8), "written, it is \(written)")
      expect(origin.isSame(as: WKSecurityOrigin(serialized: text)), "it is not the same when it is read again")
    }
  }
}
