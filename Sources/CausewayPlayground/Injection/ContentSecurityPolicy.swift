import Foundation

/// A Content-Security-Policy with the smallest changes that let a page connect to its app: the policy additionally
/// allows one inline script, and connections to the server's own paths.
struct ContentSecurityPolicy {
  private struct Directive {
    let name: String
    var sources: [String]
  }

  private var directives: [Directive]

  /// Parses a single policy.
  init(_ text: String) {
    // Split the scalars, because a separator with a combining mark after it is one `Character`.
    directives = text.unicodeScalars.split(separator: ";").compactMap { part in
      var words = part.split(whereSeparator: \.isHTMLWhitespace).map(String.init)
      guard !words.isEmpty else { return nil }
      return Directive(name: Self.lowercased(words.removeFirst()), sources: words)
    }
  }

  /// Returns the name of a directive in small letters. Only ASCII letters change, because a policy may contain bytes of
  /// an unknown encoding.
  private static func lowercased(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Parses the value of a header field or of a `meta` element.
  private static func policies(_ value: String) -> [ContentSecurityPolicy] {
    value.unicodeScalars.split(separator: ",").map { ContentSecurityPolicy(String($0)) }
  }

  /// Returns whether a header field makes the browser run no script in the document, not even an allowed one.
  static func forbidsAllScripts(_ value: String) -> Bool {
    policies(value).contains { policy in
      policy.directives.contains { directive in
        directive.name == "sandbox" && !directive.sources.contains { $0.lowercased() == "allow-scripts" }
      }
    }
  }

  /// Returns the value of a header field or of a `meta` element, with the changes.
  /// - Parameters:
  ///   - script: the source expression of the inline script.
  ///   - connections: the source expressions of the connections.
  static func amended(_ value: String, script: String, connections: [String]) -> String {
    // Leave out a policy without directives, because it has no effect.
    policies(value).compactMap { policy in
      var policy = policy
      policy.allow(script, of: ["script-src-elem", "script-src", "default-src"], as: "script-src")
      for connection in connections { policy.allow(connection, of: ["connect-src", "default-src"], as: "connect-src") }
      policy.removeUpgrades()
      return policy.directives.isEmpty ? nil : policy.text
    }.joined(separator: ", ")
  }

  /// Adds a source expression to the directive that applies. `names` are the directives from the most to the least
  /// specific. If only the least specific one is present, the policy gets a more specific copy of it, so that nothing
  /// else changes.
  private mutating func allow(_ source: String, of names: [String], as copy: String) {
    guard let name = names.first(where: { name in directives.contains { $0.name == name } }),
      let place = directives.firstIndex(where: { $0.name == name })
    else { return }
    var sources = directives[place].sources
    let isScript = source.hasPrefix("'sha256-")
    // With a hash, browsers would ignore 'unsafe-inline', and forbid the page's other scripts.
    if isScript, Self.allowsInline(sources) { return }
    sources.removeAll { $0.lowercased() == "'none'" || $0 == source }
    sources.append(source)
    if name == names.last, name != copy {
      directives.append(Directive(name: copy, sources: sources))
    } else {
      directives[place].sources = sources
    }
  }

  private static func allowsInline(_ sources: [String]) -> Bool {
    let lower = sources.map { $0.lowercased() }
    return lower.contains("'unsafe-inline'")
      && !lower.contains { $0.hasPrefix("'nonce-") || $0.hasPrefix("'sha") || $0 == "'strict-dynamic'" }
  }

  /// Removes the directives that make a browser use TLS, which the playground does not have.
  private mutating func removeUpgrades() {
    directives.removeAll { $0.name == "upgrade-insecure-requests" || $0.name == "block-all-mixed-content" }
  }

  private var text: String {
    directives.map { ([$0.name] + $0.sources).joined(separator: " ") }.joined(separator: "; ")
  }
}
