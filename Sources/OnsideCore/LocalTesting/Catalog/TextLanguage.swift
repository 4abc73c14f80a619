import Foundation

/// A language as texts are chosen by it: what is left out of a locale is what most of its speakers use.
struct TextLanguage: Hashable, Sendable {
  let language: String?
  let script: String?
  let region: String?

  /// The language of a locale such as `en`, `en_US` or `zh-Hant`; of `und_DE`, the one that most people there speak.
  init(locale: String) {
    let full = Locale.Language(identifier: Locale.Language(identifier: locale).maximalIdentifier)
    language = full.languageCode?.identifier
    script = full.script?.identifier
    region = full.region?.identifier
  }

  /// How well a text in another language serves who wants this one: 0 for not at all.
  func match(_ other: TextLanguage) -> Int {
    guard language == other.language else { return 0 }
    guard script == other.script else { return 1 }
    return region == other.region ? 3 : 2
  }
}

extension [StoreKitConfiguration.Localization] {
  /// The texts for the first of the wanted languages that there are any for: of the same language, script and country,
  /// then of the same language and script, then of the same language. If there are none, the first texts; nil only if
  /// there are no texts at all.
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
