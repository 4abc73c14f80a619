import ProgramTestSupport
import Foundation
import Testing

@testable import CausewayCommand

@Suite("The platforms that exist only for Today") struct TodayPlatformTests {
  @Test(arguments: [("macos", "false,macos"), ("windows", "true,windows")])
  func aPageOfTodayFindsTheSurfaceOfThePlatform(platform: String, expected: String) async throws {
    let folder = try Folder()
    _ = try folder.write("index.html", "<p>page")
    let script = try folder.write(
      "s.js",
      """
      const channel = window.todayWebViewBridge ?? webkit.messageHandlers.todayWebViewBridge;
      const headers = await channel.postMessage({ type: "headers" });
      return [!!window.chrome?.webview && "todayWebViewBridge" in window, window.__todayWebView.platform,
        typeof headers, typeof window.onside, typeof window._bitcoinWalletApi].join();
      """)
    let result = try await causeway("open", folder.root, "--headless", "--platform", platform, "--run", script)
    #expect(result.output == "\"\(expected),object,undefined,undefined\"\n", "\(result.error)")
  }

  @Test func allSuitesOfThePlatformAreThoseOfToday() async throws {
    let result = try await causeway(
      "conformance", "--all", "--platform", "windows", "--host", "webkit", "--headless", "--timeout", "280")
    #expect(result.code == 0, "\(result.error)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("today windows   webkit "), "\(result.output)")
  }

  @Test(arguments: ["macos", "windows"], BridgeProtocol.published.filter { $0 != .today })
  func otherProtocolsAreRefusedOnThesePlatforms(platform: String, protocol: BridgeProtocol) async throws {
    let name = `protocol`.rawValue
    for words in [["open", "page", "--protocol", name], ["conformance", name, "--headless"]] {
      let goods = `protocol` == .onside && words[0] == "open" ? ["--store", "http://127.0.0.1:1", "--app", "a"] : []
      let result = try await causeway(words + goods + ["--platform", platform])
      #expect(result.code == 2)
      #expect(result.error.contains("this protocol does not exist on \(platform); choose --platform ios or android"))
    }
  }
}
