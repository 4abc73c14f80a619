/// The layout and the escaping of a JSON text. Every style produces JSON that parses to the same value.
public enum JSONStyle: Hashable, Sendable, CaseIterable {
  /// No white space. Only characters that RFC 8259 requires to be escaped are escaped.
  case compact

  /// Like `compact`, and `<`, U+2028 and U+2029 are escaped, so that the text is safe inside a `<script>` element or a
  /// JavaScript source.
  ///
  /// Escapes do not help against one problem: in a JavaScript *expression*, a member named `__proto__` sets the
  /// prototype. If names come from an untrusted source, pass the text through `JSON.parse`.
  case scriptSafe

  /// One element or member per line, indented by two spaces per level.
  case pretty
}
