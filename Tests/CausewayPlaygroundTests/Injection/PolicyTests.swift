import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Content-Security-Policies of served pages") struct PolicyTests {
  private let script = "'sha256-AAAA'"
  private let socket = "ws://localhost:8080/__causeway/"

  private func amended(_ policy: String) -> String {
    ContentSecurityPolicy.amended(policy, script: script, connections: [socket])
  }

  @Test(
    "Only what the connection needs is added",
    arguments: [
      // No directive of this policy applies to scripts or connections.
      ("img-src 'self'", "img-src 'self'"),
      // The most specific directive that the policy contains applies.
      ("script-src 'self'", "script-src 'self' 'sha256-AAAA'"),
      ("script-src-elem 'self'; script-src 'none'", "script-src-elem 'self' 'sha256-AAAA'; script-src 'none'"),
      // `default-src` is unchanged, because it applies to everything else.
      (
        "default-src 'self'",
        "default-src 'self'; script-src 'self' 'sha256-AAAA'; connect-src 'self' ws://localhost:8080/__causeway/"
      ),
      // Remove `'none'`, because browsers ignore it beside other values.
      ("connect-src 'none'", "connect-src ws://localhost:8080/__causeway/"),
      ("script-src 'NONE'", "script-src 'sha256-AAAA'"),
      // A nonce or a hash makes browsers ignore `'unsafe-inline'`, so the injected script needs its own hash.
      ("script-src 'unsafe-inline' 'nonce-x'", "script-src 'unsafe-inline' 'nonce-x' 'sha256-AAAA'"),
      ("script-src 'strict-dynamic' 'nonce-x'", "script-src 'strict-dynamic' 'nonce-x' 'sha256-AAAA'"),
    ])
  func additions(policy: String, expected: String) {
    #expect(amended(policy) == expected)
  }

  @Test(
    "A separator before a combining mark is a separator",
    arguments: [
      ("img-src a;\u{301} b; script-src 'self'", "img-src a; \u{301} b; script-src 'self' 'sha256-AAAA'"),
      ("img-src \u{301}a", "img-src \u{301}a"),
      ("script-src 'self',\u{301}", "script-src 'self' 'sha256-AAAA', \u{301}"),
    ])
  func combiningMarks(policy: String, expected: String) {
    #expect(amended(policy) == expected)
    #expect(amended(expected) == expected)
  }

  @Test(
    "A policy without directives is left out",
    arguments: [
      ("\n,script-src 'self'", "script-src 'self' 'sha256-AAAA'"),
      ("upgrade-insecure-requests, img-src a", "img-src a"), (" ,; ", ""),
    ])
  func emptyPolicies(policy: String, expected: String) {
    #expect(amended(policy) == expected)
  }

  @Test("With 'unsafe-inline' no hash is added, because it would forbid the page's own inline scripts")
  func unsafeInline() {
    #expect(amended("script-src 'self' 'unsafe-inline'") == "script-src 'self' 'unsafe-inline'")
  }

  @Test("Directives that make the browser use TLS are removed, because the playground has none") func upgrades() {
    #expect(amended("upgrade-insecure-requests; img-src *") == "img-src *")
    #expect(amended("block-all-mixed-content") == "")
  }

  @Test(
    "Only `sandbox` without `allow-scripts` forbids all scripts",
    arguments: [
      ("sandbox", true), ("default-src a; SANDBOX allow-forms", true), ("img-src a, sandbox allow-forms", true),
      ("sandbox allow-forms Allow-Scripts", false), ("script-src 'none'", false), ("img-src sandbox", false),
    ])
  func forbidding(policy: String, forbidsAll: Bool) {
    #expect(ContentSecurityPolicy.forbidsAllScripts(policy) == forbidsAll)
  }

  @Test("Each policy of a field is changed by itself") func several() {
    #expect(
      amended("script-src a, connect-src b")
        == "script-src a 'sha256-AAAA', connect-src b ws://localhost:8080/__causeway/")
  }

  @Test("The policy in a meta element allows script and connection, and nothing else of the document changes")
  func meta() {
    let html = """
      <!doctype html><head><!-- <meta http-equiv="Content-Security-Policy" content="connect-src a"> -->
      <script>"<meta http-equiv='Content-Security-Policy' content='connect-src a'>"</script>
      <meta id='a&lt;b' hidden content='default-src &#39;self&#39;' HTTP-EQUIV=content-security-policy content=b />
      <meta name="description" content="a"></head><body>
      <meta http-equiv="Content-Security-Policy" content="connect-src a">
      """
    let expected = html.replacing(
      "'default-src &#39;self&#39;'",
      with: "\"default-src 'self'; script-src 'self' \(script); connect-src 'self' \(socket)\"")
    #expect(Rewriting.marked(html) == expected.replacing("<head>", with: "<head>|"))
  }

  /// The Content Security Policy standard, section 3.3: only a child of the `head` element counts. Browsers also put the
  /// elements between the head and the body into the head.
  @Test(
    "The policy of a meta element counts only in the head",
    arguments: [
      ("<title><meta></title>#", true), ("<head></head>#", true), ("</p><link><base><style><p></style>#", true),
      ("<noscript><p></noscript>#", true), ("<template><p><template></template></template>#", true),
      ("<script><!-- <script> </script> --></script>#", true), ("<script><!-- <script> -->\n</script>#", true),
      ("<body>#", false), ("<p>#", false), ("text#", false), ("</body>#", false), ("<noscript>#</noscript>", false),
      ("<template>#</template>", false), ("<template><template></template>#</template>", false),
      ("<script>#</script>", false), ("<script><!-- <script> </script>#</script>", false), ("<title>#", false),
      ("</head><noscript></noscript>#", false), ("<!-- # -->", false),
    ])
  func placeOfMeta(html: String, counts: Bool) {
    let meta = "<meta http-equiv=Content-Security-Policy content=\"script-src a\">"
    let changed = meta.replacing("src a", with: "src a \(script)")
    for start in ["<!doctype html><html><head>", ""] {
      let document = start + html.replacing("#", with: meta)
      let expected = start + html.replacing("#", with: counts ? changed : meta)
      #expect(Rewriting.marked(document, partsOf: 1).replacing("|", with: "") == expected)
    }
  }

  @Test("Character references in a policy are decoded as browsers decode them") func references() {
    let html =
      "<meta http-equiv=content-security-policy content=\"script&#x2D;src&#32;&#39;none&apos;&semi; img-src &ast;&amp;\">"
    #expect(
      Rewriting.marked(html)
        == "|<meta http-equiv=content-security-policy content=\"script-src \(script); img-src *&amp;\">")
  }

  @Test("A combining mark in a meta element's policy cannot end the attribute")
  func combiningMarkInMeta() {
    let html = "<meta http-equiv=Content-Security-Policy content=\"connect-src a &quot;\u{301}&amp;\u{301}\"\u{301}>"
    #expect(
      Rewriting.marked(html)
        == "|<meta http-equiv=Content-Security-Policy "
        + "content=\"connect-src a &quot;\u{301}&amp;\u{301} \(socket)\"\u{301}>")
  }
}
