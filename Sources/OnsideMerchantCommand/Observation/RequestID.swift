import Foundation

/// The identifier of a request in the logs of all programs that the request passes.
struct RequestID: Hashable, Sendable {
  /// The field that contains it, in requests and in answers.
  static let field = "X-Request-ID"
  private static let maximumBytes = 128

  let text: String

  private init(text: String) { self.text = text }

  /// Makes a new identifier.
  init() { self.init(text: UUID().uuidString.lowercased()) }

  /// Uses the identifier of a client or a proxy; makes a new one if there is none, or if it is not well-formed: 1 to 128
  /// letters, digits and `-._~+/=:`. Other characters could forge a part of a log's line.
  init(_ given: String?) {
    guard let given, (1...Self.maximumBytes).contains(given.utf8.count), given.utf8.allSatisfy(Self.isAllowed) else {
      self.init()
      return
    }
    self.init(text: given)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "-._~+/=:".utf8.contains(byte)
    }
  }
}
