import FuzzSupport

@testable import Causeway

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, WireTarget.check)
}

/// Lines of the page runtime: what is understood is, written again, the very line.
@MainActor enum WireTarget {
  private static let limits: Limits = {
    var limits = Limits()
    limits.messageDepth = 16
    return limits
  }()

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let line = Substring(String(decoding: bytes, as: UTF8.self))
    if let parsed = Wire.parse(line) { check(parsed, line) }
  }

  private static func check(_ parsed: Wire.Line, _ line: Substring) {
    // The space before an empty body, or before the end, may be left out.
    let variants = ["\(line)", "\(line) ", "\(line.hasSuffix(" ") ? line.dropLast() : line)"]
    expect(variants.contains { $0.utf8.elementsEqual(parsed.written.utf8) }, "understood as \(parsed)")
    guard let body = parsed.body else { return }
    switch Wire.parseBody(body, limits: limits) {
    case .undefined: expect(body.isEmpty, "a body was lost")
    case .unreadable(let reason): expect(body.utf8.first == UInt8(ascii: "!") || !reason.isEmpty, "no reason")
    case .value(let value): expect(try JSONValue(parsing: String(body)) == value, "another value than JSON has")
    }
  }
}

extension Wire.Line {
  /// The line as the page runtime writes it.
  fileprivate var written: String {
    switch self {
    case .request(let dialect, let id, let body): "r \(dialect) \(id) \(body)"
    case .message(let dialect, let body): "m \(dialect) \(body)"
    case .withdraw(let id): "c \(id)"
    case .answer(let call, let body): "a \(call) \(body)"
    case .refusal(let call, let body): "e \(call) \(body)"
    }
  }

  fileprivate var body: Substring? {
    switch self {
    case .request(_, _, let body), .message(_, let body), .answer(_, let body), .refusal(_, let body): body
    case .withdraw: nil
    }
  }
}
