import CausewayJSON
import FuzzSupport

@testable import Causeway

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, WireTarget.check)
}

/// The fuzzing target of the page runtime's lines. It checks that a parsed line, written again, is the same line.
@MainActor enum WireTarget {
  private static let limits: Limits = {
    var limits = Limits()
    limits.messageDepth = 16
    return limits
  }()

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    // A packet is always a text, so invalid UTF-8 in the input is replaced.
    var text = String(decoding: bytes, as: UTF8.self)
    text.withUTF8 { text in
      var rest = 0
      for line in PacketLines(text) {
        let isLast = line.first == UInt8(ascii: "l")
        expect(isLast || !line.contains(UInt8(ascii: "\n")), "a line contains a line feed")
        rest += line.count { $0 != UInt8(ascii: "\n") }
        if let parsed = Wire.parse(line) { check(parsed, line) }
      }
      expect(rest + text.count { $0 == UInt8(ascii: "\n") } == text.count, "lines were lost")
    }
  }

  private static func check(_ parsed: Wire.Line, _ line: Wire.Text) {
    // The space before an empty body, or before the end, may be left out.
    let line = String(decoding: line, as: UTF8.self)
    let variants = [line, "\(line) ", "\(line.hasSuffix(" ") ? line.dropLast() : line[...])"]
    let isLong = line.utf8.first == UInt8(ascii: "l")
    let written = isLong ? "l\(parsed.written.dropFirst())" : parsed.written
    expect(variants.contains { $0.utf8.elementsEqual(written.utf8) }, "the line is parsed as \(parsed)")
    guard let text = parsed.body else { return }
    let body = String(decoding: text, as: UTF8.self)
    switch Wire.parseBody(text, limits: limits) {
    case .undefined: expect(body.isEmpty, "a body was lost")
    case .unreadable(let reason):
      expect(body.utf8.first == UInt8(ascii: "!") || !reason.isEmpty, "an unreadable body has no reason")
    case .value where body.utf8.first == UInt8(ascii: "="): break
    case .value(let value): expect(try JSONValue(parsing: body) == value, "the body has another value than its JSON")
    }
  }
}

extension Wire.Line {
  /// The text of the line, as the page runtime writes it.
  fileprivate var written: String {
    func text(_ text: Wire.Text) -> String { String(decoding: text, as: UTF8.self) }
    return switch self {
    case .request(let dialect, let id, nil, .none, let body): "r \(text(dialect)) \(id) \(text(body))"
    case .request(let dialect, let id, let bytes?, .none, let body):
      "b \(text(dialect)) \(id) \(text(bytes)) \(text(body))"
    case .request(let dialect, let id, nil, .toPage(let credit), let body):
      "t \(text(dialect)) \(id) \(credit) \(text(body))"
    case .request(let dialect, let id, nil, .fromPage, let body): "u \(text(dialect)) \(id) \(text(body))"
    case .request(_, _, _?, _, _): "a stream with bytes beside it, which no line can request"
    case .message(let dialect, let body): "m \(text(dialect)) \(text(body))"
    case .withdraw(let id): "c \(id)"
    case .answer(let call, let body): "a \(call) \(text(body))"
    case .refusal(let call, let body): "e \(call) \(text(body))"
    case .drop(let bytes): "d \(text(bytes))"
    case .progress(let call, let body): "p \(call) \(text(body))"
    case .thrown(let dialect, let description): "x \(text(dialect)) \(text(description))"
    case .value(let id, let body): "v \(id) \(text(body))"
    case .piece(let id, let bytes): "w \(id) \(text(bytes))"
    case .end(let id, let error): "z \(id) \(text(error))"
    case .credit(let id, let units): "g \(id) \(units)"
    case .answerValue(let call, let body): "i \(call) \(text(body))"
    case .answerPiece(let call, let bytes): "j \(call) \(text(bytes))"
    }
  }

  fileprivate var body: Wire.Text? {
    switch self {
    case .request(_, _, _, _, let body), .message(_, let body), .answer(_, let body), .refusal(_, let body),
      .progress(_, let body), .thrown(_, let body), .value(_, let body), .end(_, let body),
      .answerValue(_, let body):
      body
    case .withdraw, .drop, .piece, .credit, .answerPiece: nil
    }
  }
}
