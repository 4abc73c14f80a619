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

  @Test(arguments: [
    ("localhost:3000", "http://localhost:3000"), ("localhost:3000/cart?x=1#y", "http://localhost:3000/cart?x=1#y"),
    ("localhost", "http://localhost"), ("LocalHost:80/a:b", "http://LocalHost:80/a:b"),
    ("shop.localhost:8080/", "http://shop.localhost:8080/"), ("127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("[::1]:8080/x", "http://[::1]:8080/x"),
  ]) func anAddressOfThisMachineNeedsNoScheme(text: String, url: String) throws {
    #expect(try PageLocation(text).url.absoluteString == url)
  }

  @Test(arguments: [
    ("shop.example:8080", "write https://shop.example:8080"), ("shop.example/cart", "write https://shop.example/cart"),
    ("htp://shop.example", "did you mean http?"), ("127.0.0.example:80", "write https://127.0.0.example:80"),
    ("no-such.html", "the file or folder does not exist"), ("a:b", "a page must be a file"),
    ("localhost:99999", "a page must be a file"), ("./shop.example/x", "the file or folder does not exist"),
  ]) func anAddressOfAnotherMachineNeedsAScheme(text: String, advice: String) {
    let error = #expect(throws: PageError.self) { try PageLocation(text) }
    #expect(error?.description.contains(advice) == true, "\(String(describing: error))")
  }

  @Test func aFileWithTheNameOfAnAddressIsAFile() throws {
    let folder = try Folder()
    let page = try folder.write("localhost:3000", "<p>")
    #expect(try PageLocation(page).root != nil)
  }

  @Test func aMissingPageHasASuggestion() throws {
    let folder = try Folder()
    let page = try folder.write("checkout.html", "<p>")
    let misspelled = #expect(throws: PageError.self) { try PageLocation(folder.path("chekout.html")) }
    #expect(misspelled?.description.hasSuffix("does not exist; did you mean \(page)?") == true)
    let folderOnly = #expect(throws: PageError.self) { try PageLocation(folder.root) }
    #expect(folderOnly?.description.hasSuffix("no index.html; name one of its pages, such as \(page)") == true)
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
