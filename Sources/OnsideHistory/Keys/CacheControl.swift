import CausewayJSON

/// The time for which a response may be cached, according to its header fields (RFC 9111).
package enum CacheControl {
  /// Returns how much longer the response may be cached: zero if it must not be cached, nil if the fields specify no
  /// time.
  ///
  /// - Parameters:
  ///   - field: the value of `Cache-Control`.
  ///   - past: the value of `Age`.
  static func age(_ field: String?, past: String?) -> Duration? {
    let directives = (field ?? "").lowercased().split(separator: ",").map { directive in
      directive.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    }
    if directives.contains("no-store") || directives.contains("no-cache") { return .zero }
    let name = "max-age="
    guard let directive = directives.first(where: { $0.hasPrefix(name) }),
      let longest = seconds(directive.dropFirst(name.count))
    else { return nil }
    return .seconds(max(0, longest - (past.flatMap { seconds($0) } ?? 0)))
  }

  /// Reads delta-seconds. A number above 2^31 counts as 2^31 (RFC 9111, section 1.2.2).
  package static func seconds(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return min(Int64(text) ?? .max, 1 << 31)
  }
}
