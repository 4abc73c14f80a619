import CWebKitGTK

/// The user's languages for pages and servers: `navigator.languages`, the default of `Intl`, and `Accept-Language`.
///
/// WebKitGTK passes the name of the C library's locale on to pages. With the locale `C.UTF-8` of most containers, pages
/// would get the language `C`, and every call of `Intl` that names this language would throw.
struct PreferredLanguages: Equatable {
  /// The language tags (BCP 47), the preferred one first. There is at least one.
  let tags: [String]

  /// Reads the languages as gettext does: the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not
  /// empty. `LANGUAGE`, a list with colons, takes precedence over the locale, unless the locale is `C` or `POSIX`. The
  /// language is `en-US` if the variables name none.
  init(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    var names = [locale]
    if locale != "C", locale != "POSIX", let list = value("LANGUAGE") {
      names.insert(contentsOf: list.split(separator: ":").map(String.init), at: 0)
    }
    var tags: [String] = []
    for tag in names.compactMap(Self.tag) where !tags.contains(tag) { tags.append(tag) }
    self.tags = tags.isEmpty ? ["en-US"] : tags
  }

  /// Returns the language tag for the name of a locale, such as `sr-Latn-RS` for `sr_RS.UTF-8@latin`; nil if the name
  /// has no language.
  private static func tag(_ locale: String) -> String? {
    let parts = locale.split(separator: "@", maxSplits: 1)
    guard let name = parts.first?.split(separator: ".", omittingEmptySubsequences: false).first else { return nil }
    let modifier = parts.count > 1 ? parts[1].lowercased() : ""
    var subtags = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)[...]
    guard let language = subtags.popFirst(), (2...3).contains(language.count), language.isOfLetters else { return nil }
    var tag = language.lowercased()
    if let script = subtags.first, script.count == 4, script.isOfLetters {
      tag += "-" + script.capitalized
      subtags.removeFirst()
    } else if let script = scripts[modifier] {
      tag += "-" + script
    }
    if let region = subtags.first, region.count == 2 && region.isOfLetters || region.count == 3 && region.isOfDigits {
      tag += "-" + region.uppercased()
    }
    return modifier == "valencia" ? tag + "-valencia" : tag
  }

  /// The scripts that locales of the C library name in a modifier.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// Sets the languages of all web views of the process.
  @MainActor func apply() {
    var list = tags.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
    list.withUnsafeMutableBufferPointer { list in
      list.baseAddress?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: list.count) {
        webkit_web_context_set_preferred_languages(webkit_web_context_get_default(), $0)
      }
    }
    for tag in list { free(tag) }
  }
}

extension String {
  fileprivate var isOfLetters: Bool { utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } }
  fileprivate var isOfDigits: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
