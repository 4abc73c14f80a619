import Foundation
import FuzzSupport

@testable import HTMLInjection

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, HTMLTarget.check)
}

/// The fuzzing target of the changes that the playground makes to HTML. It checks that the script's offset depends only
/// on the text before it, and that a document and a policy that were changed are not changed again.
@MainActor enum HTMLTarget {
  private static let script = "'sha256-AAAA'"
  private static let connections = ["ws://localhost:8080/__causeway/"]

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let html = Data(bytes)
    let offset = DocumentHead.offset(in: html)
    expect((0...html.count).contains(offset), "the offset \(offset) is outside the document")
    // The script's offset must not depend on the text after it. Otherwise later markup could move the script.
    expect(DocumentHead.offset(in: html.prefix(offset)) == offset, "the offset depends on the rest of the document")

    let amended = MetaPolicies.amend(html, script: script, connections: connections)
    expect(
      MetaPolicies.amend(amended, script: script, connections: connections) == amended,
      "a changed document is changed again")
    _ = DocumentEncoding.contentType("text/html", of: html)

    let policy = String(decoding: bytes, as: UTF8.self)
    let once = ContentSecurityPolicy.amended(policy, script: script, connections: connections)
    let twice = ContentSecurityPolicy.amended(once, script: script, connections: connections)
    expect(once == twice, "a changed policy is changed again: \(once) and \(twice)")
  }
}
