/// The time at which a user script runs.
public enum WKUserScriptInjectionTime: Int, Sendable {
  /// Before any script of the page.
  case atDocumentStart = 0
  /// After the document is parsed, and before its other resources are loaded.
  case atDocumentEnd = 1
}
