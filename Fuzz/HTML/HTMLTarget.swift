import Foundation
import FuzzSupport

@testable import HTMLInjection

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, HTMLTarget.check)
}

/// The fuzzing target of the changes that the playground makes to documents. It checks that the result does not depend on
/// the parts in which a document arrives, that everything but the script and the policies stays as it is, that the time
/// grows as the document does, and that a policy that was changed is not changed again.
@MainActor enum HTMLTarget {
  private static let script = InsertedScript(
    attributes: "data-x=\"1\"", source: "inserted", hash: "'sha256-AAAA'",
    connections: ["ws://localhost:8080/__causeway/"])
  private static let types = ["text/html", "text/html; charset=utf-16", "application/xhtml+xml", nil]

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let document = Data(bytes)
    for type in types {
      let whole = rewritten(document, type: type, partsOf: .max)
      for size in [1, 7] {
        expect(rewritten(document, type: type, partsOf: size) == whole, "the parts change the result")
      }
    }
    checkPlace(in: document)
    // The long document takes long.
    if bytes.count % 32 == 1 { checkTime(of: document) }

    let policy = String(decoding: bytes, as: UTF8.self)
    let once = amended(policy)
    let twice = amended(once)
    expect(once == twice, "a changed policy is changed again: \(once) and \(twice)")
  }

  private static func rewritten(_ document: Data, type: String?, partsOf size: Int) -> Data {
    var rewriter = DocumentRewriter(contentType: type, script: script)
    var result = Data()
    var rest = document
    while !rest.isEmpty {
      result += rewriter.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return result + rewriter.finish()
  }

  /// Checks that a document without a policy changes only where the script is inserted, and that the place does not depend
  /// on what follows. Otherwise later markup could move the script.
  private static func checkPlace(in document: Data) {
    let lowercased = Data(document.map(\.lowercased))
    let isWide = document.starts(with: [0xFE, 0xFF]) || document.starts(with: [0xFF, 0xFE])
    guard !isWide, lowercased.range(of: Data("http-equiv".utf8)) == nil,
      document.range(of: Data(script.source.utf8)) == nil
    else { return }
    let type = "text/html; charset=utf-8"
    let result = rewritten(document, type: type, partsOf: .max)
    let element = Data(script.html.utf8)
    guard let place = result.range(of: element) else { return expect(false, "the document has no script") }
    let start = result[..<place.lowerBound]
    let end = result[place.upperBound...]
    if end.isEmpty {
      // The script may follow the end of a comment.
      expect(start.starts(with: document) && start.count <= document.count + 3, "the document has changed")
    } else {
      expect(start + end == document, "the document has changed")
      expect(
        rewritten(start, type: type, partsOf: .max) == start + element, "the rest of the document moves the script")
    }
  }

  /// Checks that a long document does not take long. The limit is far above the time of every document in which each byte
  /// is read a constant number of times.
  private static func checkTime(of document: Data) {
    var long = document
    while long.count < 1 << 18 { long += long }
    for type in types {
      let start = clock()
      _ = rewritten(long, type: type, partsOf: 4_096)
      expect(clock() - start < 5 * CLOCKS_PER_SEC, "the time grows faster than the document")
    }
  }

  private static func amended(_ policy: String) -> String {
    ContentSecurityPolicy.amended(policy, script: script.hash, connections: script.connections)
  }
}
