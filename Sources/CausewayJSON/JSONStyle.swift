/// How a JSON text is laid out and what it escapes. Every style gives JSON; the value read back is the same.
public enum JSONStyle: Hashable, Sendable, CaseIterable {
  /// No white space; only what RFC 8259 demands is escaped.
  case compact

  /// Compact, and `<`, U+2028 and U+2029 are escaped, so that the text can stand inside a `<script>` element or a
  /// JavaScript source.
  ///
  /// One thing no escape can change: as a JavaScript *expression*, a member named `__proto__` sets the prototype. Where
  /// names come from outside, pass the text through `JSON.parse`.
  case scriptSafe

  /// One element or member to a line, indented by two spaces.
  case pretty
}
