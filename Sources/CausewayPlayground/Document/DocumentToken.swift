import CausewayJOSE
import Foundation

/// The properties of a document that the server knows when it sends the document's HTML.
struct IssuedDocument: Hashable {
  /// The place for which the browser asked.
  private(set) var placement: DocumentPlacement
  /// The host and the port with which the browser asked, such as `localhost:8080`.
  let host: String
  /// The platform whose page scripts the document has.
  let platform: String

  /// Whether the document is a tab's top-level document.
  var isMainFrame: Bool { placement == .main }

  /// Sets the place of a document whose request did not say it.
  /// - Parameter isTop: whether the document is a top-level document, as its script says. A page could change this word only in
  ///   a frame of its own origin, which the top-level document can control anyway.
  mutating func settle(isTop: Bool) {
    if placement == .either || placement == .fetched { placement = isTop ? .main : .sub }
  }

  init(placement: DocumentPlacement, host: String, platform: String) {
    self.placement = placement
    self.host = host
    self.platform = platform
  }
}

/// The tokens with which documents connect. Each token of a document can be used once. Each document also has a token
/// with which any number of its frames can connect: those whose documents do not come from the server.
///
/// A token contains the place and the platform of its document, and a signature. With the same key, a restarted server therefore
/// recognizes the documents of the earlier server, and a page cannot claim to be shown in another place.
@MainActor final class DocumentTokens {
  /// The maximum number of tokens that wait for their documents. The number is limited because browsers also request
  /// pages that they never show.
  private static let maximum = 16_384
  /// The time for which a token is valid.
  static let validity: TimeInterval = 12 * 3_600

  private let key: Data
  private let now: @MainActor () -> Date
  /// A random name that distinguishes the tokens of this object from those of an earlier server.
  private let epoch = randomName()
  private var pending: [String: IssuedDocument] = [:]
  /// The tokens in the order in which they were issued, from ``oldest`` on. Some were used.
  private var order: [String] = []
  private var oldest = 0
  /// The tokens of an earlier server that were used.
  private var used: Set<String> = []
  /// The used tokens in the order of their use.
  private var useOrder: [String] = []

  /// - Parameters:
  ///   - key: the secret of the signatures.
  ///   - now: returns the time.
  init(key: Data, now: @escaping @MainActor () -> Date = { Date() }) {
    self.key = key
    self.now = now
  }

  /// Returns a new token for a document.
  func issue(for document: IssuedDocument) -> String {
    let token = signed(document.placement.rawValue, document)
    pending[token] = document
    order.append(token)
    while pending.count > Self.maximum {
      pending[order[oldest]] = nil
      oldest += 1
    }
    if order.count > 4 * Self.maximum {
      order = order[oldest...].filter { pending[$0] != nil }
      oldest = 0
    }
    return token
  }

  /// Returns a new token with which frames of a document connect, each as a sub-frame. It may be used more than once,
  /// because the document's script needs it before it can ask the server; a page gains nothing from it, because a page
  /// can also get a token for a sub-frame by loading one.
  func issueForFrames(of document: IssuedDocument) -> String { signed(Self.frames, document) }

  private static let frames = "frames"

  private func signed(_ placement: String, _ document: IssuedDocument) -> String {
    let time = Int(now().timeIntervalSince1970)
    let claim = "\(epoch).\(randomName()).\(time).\(placement).\(document.platform)"
    return "\(claim).\(signature(of: claim, document.host))"
  }

  /// Uses a token. Returns nil if it is unknown, was used before, is too old or belongs to another host.
  func redeem(_ token: String, host: String) -> IssuedDocument? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 6, let time = TimeInterval(parts[2]),
      abs(now().timeIntervalSince1970 - time) <= Self.validity
    else { return nil }
    if let document = pending[token] {
      guard document.host == host else { return nil }
      pending[token] = nil
      return document
    }
    guard isEqual(signature(of: parts[0...4].joined(separator: "."), host), parts[5]) else { return nil }
    let placement = parts[3] == Self.frames ? .sub : DocumentPlacement(rawValue: String(parts[3]))
    guard let placement else { return nil }
    let document = IssuedDocument(placement: placement, host: host, platform: String(parts[4]))
    if parts[3] == Self.frames { return document }
    guard parts[0] != epoch, used.insert(token).inserted else { return nil }
    useOrder.append(token)
    if useOrder.count > Self.maximum { used.remove(useOrder.removeFirst()) }
    return document
  }

  private func signature(of claim: String, _ host: String) -> String { keyedDigest(of: "\(claim) \(host)", key) }
}

/// Compares a secret text with another text. The time does not depend on where they differ, so it reveals nothing about
/// the secret. An empty secret equals no text.
func isEqual(_ secret: String, _ other: some StringProtocol) -> Bool {
  let (secret, other) = (Array(secret.utf8), Array(other.utf8))
  guard !secret.isEmpty, secret.count == other.count else { return false }
  return zip(secret, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// Returns a name that nobody can guess: 128 random bits, as 32 hexadecimal digits.
func randomName() -> String {
  (0..<16).map { _ in
    let byte = UInt8.random(in: 0...255)
    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}

/// Returns a digest of a text that cannot be computed without the key (HMAC with SHA-256, RFC 2104), as hexadecimal
/// digits.
func keyedDigest(of text: String, _ key: Data) -> String {
  let code = try? SigningKey.hs256(secret: key).signature(of: Array(text.utf8))
  // An empty text equals no other text; see `isEqual`.
  return (code ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
