#if os(Linux)
import ProgramTestSupport
import Causeway
import Testing

@testable import CausewayCommand

@Suite("The location and the origin of a page") struct PageLocationTests {
  @Test(arguments: [
    ("http://page.localhost/x", "http://page.localhost"), ("HTTP://Page.LocalHost:8080", "http://page.localhost:8080"),
    ("http://page.localhost:80/", "http://page.localhost"), ("http://[::1]:8080/", "http://[::1]:8080"),
    ("http://user:word@page.localhost/@other", "http://page.localhost"),
    ("http://page.localhost?a@b.example", "http://page.localhost"),
    ("http://page.localhost.", "http://page.localhost."),
    ("http://xn--pple-43d.localhost/", "http://xn--pple-43d.localhost"),
    ("http://\u{430}pple.localhost/", "http://xn--pple-43d.localhost"),
  ]) func theOriginOfAURLIsNormalizedButNotDecoded(url: String, origin: String) throws {
    #expect(try PageLocation(url).origin.description == origin)
  }

  @Test(arguments: ["http://pa%67e.localhost/", "http://page%2elocalhost/", "https://page%2Fother.localhost/"])
  func aHostWithEscapesIsRefusedAndNotDecoded(url: String) {
    let error = #expect(throws: PageError.self) { try PageLocation(url) }
    #expect(error?.description.contains("a character that host names cannot have") == true)
  }

  @Test func aLocalPageHasTheOriginOfLocalPages() throws {
    let folder = try Folder()
    let page = try folder.write("index.html", "<p>")
    #expect(try PageLocation(page).origin == Origin(parsing: "causeway://page.localhost"))
  }
}
#endif
