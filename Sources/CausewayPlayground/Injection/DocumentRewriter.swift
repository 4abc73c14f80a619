#if !INJECTION_ALONE
import CausewayHTTP
#endif
import Foundation

/// A document on its way to the browser, into which a script is inserted before everything that can run, and whose
/// policies in `meta` elements allow the script.
///
/// The document is given in the parts in which it arrives, and bytes are given out as soon as they cannot change. Only two
/// things are held back: before ``head`` is known, the first ``EncodingPrescan/length`` bytes; and afterwards a tag in the
/// head that has not ended.
struct DocumentRewriter {
  /// What the fields of the response must say.
  struct Head: Hashable {
    /// The value of `Content-Type`; nil if the response has no such field.
    ///
    /// Browsers look for a declaration of the encoding in the first bytes, where the script is now, so the value declares
    /// the encoding of HTML that has such a declaration.
    let contentType: String?
    /// Whether the document gets the script. If not, it is passed on unchanged.
    let hasScript: Bool
  }

  /// What the fields of the response must say; nil until it is known.
  private(set) var head: Head?

  private let contentType: String?
  private let allowsSniffing: Bool
  private let script: InsertedScript
  private var reader: any MarkupReader = HTMLHeadReader()
  private var kind = DocumentKind.html
  private var text = DocumentText(in: nil)
  /// The bytes that have not been given out.
  private var held: [UInt8] = []
  /// The length of the byte order mark, while it is held back.
  private var markLength = 0
  /// The number of bytes of ``held`` that ``reader`` has read.
  private var readCount = 0
  private var isInserted = false
  /// Whether nothing more of the document can change.
  private var isPast = false

  /// The maximum length of a tag in the head that is held back, in bytes. Browsers do nothing with a longer tag either,
  /// until it ends.
  private static let maximumTag = 1 << 20

  /// - Parameters:
  ///   - contentType: the value of the response's field `Content-Type`; nil without the field.
  ///   - allowsSniffing: whether the response has no field `X-Content-Type-Options: nosniff`.
  init(contentType: String?, allowsSniffing: Bool = true, script: InsertedScript) {
    self.contentType = contentType
    self.allowsSniffing = allowsSniffing
    self.script = script
    let type = MediaType(contentType ?? "")
    if DocumentKind(type) == nil, !(allowsSniffing && DocumentKind.isUnknown(type)) { passUnchanged() }
  }

  /// Takes the next part of the document.
  /// - Returns: the bytes to send. They are empty as long as ``head`` is nil.
  mutating func append(_ part: Data) -> Data {
    if isPast { return part }
    held.append(contentsOf: part)
    if head == nil {
      guard held.count >= EncodingPrescan.length else { return Data() }
      decide()
    }
    return read()
  }

  /// Makes ``head`` known by what has arrived, because nothing more arrives for the moment.
  ///
  /// A declaration of the encoding that arrives later is then left to the browser, which also finds it after the script.
  /// - Returns: the bytes to send.
  mutating func flush() -> Data {
    if head == nil { decide() }
    return read()
  }

  /// Takes the end of the document.
  /// - Returns: the last bytes to send.
  mutating func finish() -> Data {
    var output = flush()
    if !isPast, !isInserted, let end = reader.endBeforeScript {
      output.append(contentsOf: text.bytes(ascii: end + element))
    }
    output.append(contentsOf: held)
    (held, isPast) = ([], true)
    return output
  }

  // MARK: The head of the response

  private mutating func decide() {
    var type = MediaType(contentType ?? "")
    var contentType = contentType
    if DocumentKind(type) == nil {
      guard DocumentKind.looksLikeHTML(held) else { return passUnchanged() }
      contentType = "text/html"
      type = MediaType("text/html")
    }
    kind = DocumentKind(type) ?? .html
    let mark = CharacterEncoding(byteOrderMarkOf: held)
    var encoding = mark ?? type.encoding
    if encoding == nil {
      encoding = EncodingPrescan.declaredEncoding(in: held)
      switch (kind, encoding) {
      // The XML declaration stays the first thing in the document.
      case (.xml, let found?): if !found.isUTF16 { encoding = nil }
      case (.html, let found?): contentType = "\(type.essence); charset=\(found.name.lowercased())"
      case (_, nil): break
      }
    }
    guard encoding != .replacement else { return passUnchanged() }
    text = DocumentText(in: encoding)
    reader = kind == .html ? HTMLHeadReader() : XMLHeadReader()
    markLength = mark == nil ? 0 : mark == .utf8 ? 3 : 2
    readCount = markLength
    head = Head(contentType: contentType, hasScript: true)
  }

  private mutating func passUnchanged() {
    head = Head(contentType: contentType, hasScript: false)
    isPast = true
  }

  // MARK: The document

  private var element: String { kind == .html ? script.html : script.xml }

  /// Reads the bytes that have not been read yet, and returns those that can be given out.
  private mutating func read() -> Data {
    // Nothing is inserted before the byte order mark.
    var output = Data(held.prefix(markLength))
    var sent = markLength
    markLength = 0
    while !isPast, readCount + text.width <= held.count {
      let step = reader.read(text.character(held, at: readCount))
      readCount += text.width
      guard let step else { continue }
      if step.insertion == .before { insert(into: &output) }
      if step.isMeta {
        output.append(contentsOf: amendedMeta(sent..<readCount))
      } else {
        output.append(contentsOf: held[sent..<readCount])
      }
      sent = readCount
      if step.insertion == .after { insert(into: &output) }
      isPast = step.isEnd
    }
    if held.count - sent > Self.maximumTag {
      if !isInserted, reader.endBeforeScript != nil { insert(into: &output) }
      isPast = true
    }
    if isPast || reader.canPassOn {
      let end = isPast ? held.count : readCount
      output.append(contentsOf: held[sent..<end])
      sent = end
    }
    held.removeFirst(sent)
    readCount -= sent
    return output
  }

  private mutating func insert(into output: inout Data) {
    output.append(contentsOf: text.bytes(ascii: element))
    isInserted = true
  }

  /// Returns a `meta` tag, with a policy in it that allows the script. The document's own script runs before these
  /// policies apply, but its empty, `srcdoc` and `blob:` frames inherit them.
  private func amendedMeta(_ range: Range<Int>) -> [UInt8] {
    let attributes = TagAttributes(text.units(held, in: range))
    guard attributes["http-equiv"]?.lowercased() == "content-security-policy", let policy = attributes["content"] else {
      return Array(held[range])
    }
    let value = ContentSecurityPolicy.amended(policy, script: script.hash, connections: script.connections)
    return text.bytes(attributes.replacing("content", with: value))
  }
}
