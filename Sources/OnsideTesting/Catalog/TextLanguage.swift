import Foundation

/// A language for the choice of texts. If a locale omits a part, such as the script, the most likely one is used.
struct TextLanguage: Hashable, Sendable {
  let language: String?
  let script: String?
  let region: String?

  /// Creates the language of a locale such as `en`, `en_US` or `zh-Hant`. For `und_DE`, this is the language that most
  /// people in that country speak.
  init(locale: String) {
    let full = Locale.Language(identifier: Locale.Language(identifier: locale).maximalIdentifier)
    language = full.languageCode?.identifier
    script = full.script?.identifier
    region = full.region?.identifier
  }

  /// Returns how well texts in another language suit a user who wants this one: from 0 (not at all) to 3 (the same
  /// language, script and country).
  func match(_ other: TextLanguage) -> Int {
    guard language == other.language else { return 0 }
    guard script == other.script else { return 1 }
    return region == other.region ? 3 : 2
  }
}

extension [StoreKitConfiguration.Localization] {
  /// Returns the texts for the first wanted language that has any: those with the same language, script and country,
  /// otherwise with the same language and script, otherwise with the same language. If no wanted language has texts,
  /// returns the first texts; nil only if there are no texts.
  func best(for wanted: [TextLanguage], language: (String) -> TextLanguage) -> StoreKitConfiguration.Localization? {
    for want in wanted {
      var best: (localization: StoreKitConfiguration.Localization, match: Int)?
      for localization in self {
        let match = want.match(language(localization.locale))
        if match > best?.match ?? 0 { best = (localization, match) }
      }
      if let best { return best.localization }
    }
    return first
  }
}
