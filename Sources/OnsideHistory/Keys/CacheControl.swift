/// How long an answer may be kept, as its header fields say (RFC 9111).
package enum CacheControl {
  /// The age that is left, zero if the answer is not to be kept; nil if the fields do not say.
  ///
  /// - Parameters:
  ///   - field: The value of `Cache-Control`.
  ///   - past: The value of `Age`.
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

  /// Delta-seconds; more than 2^31 count as that much (RFC 9111, section 1.2.2).
  package static func seconds(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return min(Int64(text) ?? .max, 1 << 31)
  }
}
