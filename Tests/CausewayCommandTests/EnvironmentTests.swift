import ProgramTestSupport
import Testing

/// The environment of the command, which must not change what a page does.
@Suite("The environment of causeway open", .serialized) struct EnvironmentTests {
  /// The locales of a usual container. With the first ones, WebKitGTK alone gives pages the language `C`, which `Intl`
  /// rejects.
  @Test(
    arguments: [
      (["LC_ALL": "C.UTF-8"], "en-US 4.5"), (["LC_ALL": "", "LC_CTYPE": "", "LANG": "C.UTF-8"], "en-US 4.5"),
      (["LC_ALL": "POSIX"], "en-US 4.5"), (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], "en-US 4.5"),
      (["LC_ALL": "C.UTF-8", "LANGUAGE": "de"], "de 4,5"), (["LC_ALL": "de_DE.UTF-8", "LANGUAGE": ""], "de-DE 4,5"),
      (["LC_ALL": "C.UTF-8", "TZ": "No/Where"], "en-US 4.5"), (["LC_ALL": "C.UTF-8", "TZ": ":"], "en-US 4.5"),
    ] as [([String: String], String)])
  func pagesGetALanguageThatIntlAccepts(environment: [String: String], expected: String) async throws {
    let folder = try Folder()
    _ = try folder.write("index.html", "<p>page")
    let script = try folder.write(
      "script.js",
      """
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      new Date(0).toLocaleString(undefined, { timeZone });
      return navigator.language + " " + new Intl.NumberFormat(navigator.language).format(4.5);
      """)
    let result = try await causeway(
      ["open", folder.root, "--headless", "--run", script], environment: environment)
    #expect(result.output == "\"\(expected)\"\n", "\(result.error)")
  }
}
