#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand

@Suite("The view of a page") struct ViewTests {
  private static let script = """
    return [innerWidth, innerHeight, devicePixelRatio, matchMedia("(prefers-color-scheme: dark)").matches,
      navigator.userAgent.includes("iPhone"), navigator.language];
    """

  private func view(_ options: String...) async throws -> String {
    let folder = try Folder()
    _ = try folder.write("index.html", "<meta name=viewport content='width=device-width'><p>page")
    let script = try folder.write("view.js", Self.script)
    let result = try await causeway(["open", folder.root, "--headless", "--run", script] + options)
    #expect(result.code == 0 && result.error.isEmpty, "\(result.error)")
    return result.output
  }

  @Test("--device sets the size, the pixel ratio and the user agent") func device() async throws {
    let text = try await view("--device", "iphone-16", "--locale", "de_DE")
    #expect(text == "[393,852,3,false,true,\"de-DE\"]\n")
  }

  @Test("--size, --dark, --user-agent and --locale set one part each") func parts() async throws {
    #expect(try await view("--size", "500x400", "--dark", "--locale", "fr").hasPrefix("[500,400,1,true,false,\"fr\"]"))
    #expect(try await view("--user-agent", "an iPhone").hasPrefix("[1100,760,1,false,true,"))
    #expect(try await view("--device", "iphone-se", "--size", "300x300").hasPrefix("[300,300,2,false,true,"))
  }

  @Test("A named platform of phones has the size of a phone") func platform() async throws {
    #expect(try await view("--platform", "ios").hasPrefix("[393,852,1,"))
  }

  @Test("A picture has the device's pixels") func picture() async throws {
    let folder = try Folder()
    _ = try folder.write("index.html", "<p>page")
    let file = folder.path("page.png")
    let result = try await causeway("open", folder.root, "--headless", "--device", "iphone-se", "--screenshot", file)
    #expect(result.code == 0, "\(result.error)")
    // The width and the height of a PNG file are the big-endian numbers after its first 16 bytes.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))[16..<24].map(Int.init)
    #expect(bytes[2] << 8 | bytes[3] == 750 && bytes[6] << 8 | bytes[7] == 1334)
  }

  @Test("--device list prints the devices, and opens nothing") func list() async throws {
    let result = try await causeway("open", "--device", "list")
    #expect(result.code == 0)
    for device in Device.all { #expect(result.output.contains("\(device.name) "), "\(device.name)") }
    #expect(result.output.contains("safe area 59 at the top"))
  }

  @Test(
    "A size is two numbers from 100 to 4,000",
    arguments: [
      ("390x844", ViewSize(width: 390, height: 844)), ("390X844", ViewSize(width: 390, height: 844)), ("390", nil),
      ("99x844", nil), ("390x4001", nil), ("x", nil), ("390x844x2", nil), ("-390x844", nil), ("390×844", nil),
    ])
  func sizes(text: String, size: ViewSize?) {
    #expect(ViewSize(text) == size)
  }
}
#endif
