import Testing

@testable import Causeway

@Suite("Scripts without comments") struct CompactScriptTests {
  @Test func commentLinesAndIndentationAreRemoved() {
    let source = """
      /** One line. */
      /**
       * Several lines,
       * with a `name`.
       */
      function a() {
        // A remark.
        const b = /** @type {any} */ (1);
        /** @type {any} */ const c = "// no comment";

        /* one */ /* two */
        return "/*" + b + c + "*/";
      }
      """
    #expect(
      PageScript.compact(source) == """
        function a() {
        const b = /** @type {any} */ (1);
        /** @type {any} */ const c = "// no comment";
        /* one */ /* two */
        return "/*" + b + c + "*/";
        }
        """)
  }

  /// The text of a template or of a string must not change.
  @Test(arguments: ["a = `\n  // text\n`;", "a = \"\\\n  // text\";"])
  func textsOfSeveralLinesAreUnchanged(source: String) {
    #expect(PageScript.compact(source) == source)
  }
}
