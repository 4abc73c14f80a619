#if os(Linux)
import CWebKitGTK
#endif
import CausewayTool
import Foundation

/// The view of a page: its size, the pixel ratio, the theme, the user agent and the language.
struct ViewOptions {
  /// The view of a page on a desktop.
  static let desktop = ViewSize(width: 1100, height: 760)

  var size = Self.desktop
  var pixelRatio = 1
  /// The user agent; nil for the engine's own.
  var userAgent: String?
  var isDark = false
  /// The user's language, such as `de-DE`; nil for that of the environment.
  var locale: String?

  static let specification = [
    OptionSpecification(
      "--device", "NAME", choices: Device.all.map(\.name) + ["list"],
      "Shows the page as on a phone or tablet: its size, its user agent and, with --headless, its pixel ratio. --device "
        + "list prints the names."),
    OptionSpecification(
      "--size", "WxH",
      "The size of the page's view in points, such as 390x844. Default: that of --device; if --platform ios or android is "
        + "given, that of a phone; otherwise 1100x760."),
    OptionSpecification("--dark", "Shows the page and all windows in a dark theme."),
    OptionSpecification("--user-agent", "TEXT", "The user agent that the page and its server see."),
    OptionSpecification(
      "--locale", "TAG", "The user's language, such as de-DE, for navigator.language and for requests."),
  ]

  /// The options of browsers' tools for phones that the engine cannot have, with the reason.
  static let unavailable = [
    "--touch": "the engine gets touch events only from a touch screen; the page gets events of the mouse",
    "--safe-area": "the engine cannot set safe areas; set the page's own padding instead",
    "--pixel-ratio": "the pixel ratio is that of the screen or, with --headless, that of --device",
  ]

  init() {}

  /// Reads the options.
  ///
  /// - Throws: ``UsageError`` for an unknown device, or for a malformed size or language.
  init(_ arguments: Arguments) throws {
    if let name = arguments.one("--device") {
      guard let device = Device.all.first(where: { $0.name == name }) else {
        throw arguments.invalidChoice("--device \(name)", name, among: Device.all.map(\.name))
      }
      (size, pixelRatio, userAgent) = (device.size, device.pixelRatio, device.userAgent)
    } else if let platform = try arguments.choices("--platform", Platform.self).last {
      size = Device.standard(for: platform)?.size ?? size
    }
    if let text = arguments.one("--size") {
      guard let named = ViewSize(text) else {
        throw UsageError("--size \(text): it must be a width and a height from 100 to 4000, such as --size 390x844")
      }
      size = named
    }
    isDark = arguments.has("--dark")
    userAgent = arguments.one("--user-agent") ?? userAgent
    locale = try arguments.one("--locale").map(Self.languageTag)
  }

  /// Reads a language tag. An underscore instead of a hyphen is accepted, because the names of the system's locales
  /// contain one.
  static func languageTag(_ text: String) throws(UsageError) -> String {
    let tag = text.replacingOccurrences(of: "_", with: "-")
    guard tag.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil else {
      throw UsageError("--locale \(text): it must be a language tag, such as --locale de-DE")
    }
    return tag
  }

  #if os(Linux)
  /// Sets the environment variables that the desktop libraries read when they start.
  ///
  /// - Parameter headless: whether there is no window. A window keeps the screen's own pixel ratio, because it could
  ///   otherwise be too large for the screen.
  func prepareLibraries(headless: Bool) {
    if isDark { setenv("GTK_THEME", "Adwaita:dark", 1) }
    if headless, pixelRatio > 1 { setenv("GDK_SCALE", "\(pixelRatio)", 1) }
  }

  /// Sets the user's languages for the pages that are opened afterwards.
  @MainActor func prepareEngine() {
    guard let locale else { return }
    let language = String(locale.prefix { $0 != "-" })
    let tags = language == locale ? [locale] : [locale, language]
    var words: [UnsafePointer<CChar>?] = tags.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for word in words { free(UnsafeMutablePointer(mutating: word)) } }
    webkit_web_context_set_preferred_languages(webkit_web_context_get_default(), &words)
  }
  #endif
}
