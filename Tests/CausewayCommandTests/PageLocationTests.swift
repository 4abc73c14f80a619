#if os(Linux)
import ProgramTestSupport
import Causeway
import Foundation
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

  @Test func aPageCanBeDeepInTheServedFolder() throws {
    let folder = try Self.shop()
    let page = try PageLocation(folder.path("shop/pages/cart.html") + "?a=1#b", root: folder.path("shop"))
    #expect(page.url.absoluteString == "causeway://page.localhost/pages/cart.html?a=1#b")
    #expect(page.root?.lastPathComponent == "shop")
    let inner = try PageLocation(folder.path("shop/pages"), root: folder.path("shop"))
    #expect(inner.url.absoluteString == "causeway://page.localhost/pages/")
    let same = try PageLocation(folder.path("shop"), root: folder.path("shop/"))
    #expect(same.url.absoluteString == "causeway://page.localhost/")
  }

  @Test(arguments: [
    ("shop/pages/cart.html", "other", "the page is not in the folder of --root"),
    ("shop/pages/cart.html", "shop/page", "the folder does not exist; did you mean"),
    ("shop/pages/cart.html", "shop/shop.css", "it is a file; name a folder"),
    ("shop/pages/cart.html", "sho", "the folder does not exist; did you mean"),
  ])
  func aServedFolderThatCannotBeUsedIsExplained(page: String, root: String, advice: String) throws {
    let folder = try Self.shop()
    let error = #expect(throws: PageError.self) { try PageLocation(folder.path(page), root: folder.path(root)) }
    #expect(error?.description.contains(advice) == true, "\(String(describing: error))")
  }

  @Test func aServerHasItsOwnRoot() {
    let error = #expect(throws: PageError.self) { try PageLocation("localhost:3000", root: ".") }
    #expect(error?.description.hasSuffix("leave out --root") == true)
  }

  /// Makes `shop`, with a style sheet, a page in a folder of its own, and links; and the folder `other` beside it.
  private static func shop() throws -> Folder {
    let folder = try Folder()
    for name in ["shop/pages/empty", "other"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["shop/index.html", "shop/shop.css", "shop/pages/index.html", "shop/pages/cart.html", "other/a.js"] {
      try folder.write(name, "")
    }
    for (name, target) in [("outside.js", "../../other/a.js"), ("broken.js", "nothing.js")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("shop/pages/\(name)"), withDestinationPath: target)
    }
    return folder
  }

  @Test(arguments: [
    ("/nothing.js", "there is no file FOLDER/shop/pages/nothing.js"),
    (
      "/shop.css",
      "there is no file FOLDER/shop/pages/shop.css. If the page means FOLDER/shop/shop.css, which is outside of the served "
        + "folder, add --root FOLDER/shop"
    ),
    (
      "/other/a.js",
      "there is no file FOLDER/shop/pages/other/a.js. If the page means FOLDER/other/a.js, which is outside of the served "
        + "folder, add --root FOLDER"
    ),
    (
      "/outside.js",
      "FOLDER/shop/pages/outside.js is a symbolic link to a file outside of FOLDER/shop/pages, and such files are not "
        + "served. Serve a folder that contains both: --root DIR"
    ),
    ("/broken.js", "FOLDER/shop/pages/broken.js is a symbolic link to a missing file"),
    ("/empty", "FOLDER/shop/pages/empty is a folder without an index.html"),
    ("/../shop.css", "there is no file /../shop.css"),
  ])
  func aFileThatCannotBeServedIsExplained(path: String, explanation: String) throws {
    let folder = try Self.shop()
    let root = URL(fileURLWithPath: folder.path("shop/pages")).resolvingSymlinksInPath()
    let base = root.deletingLastPathComponent().deletingLastPathComponent().path
    let text = MissingFile(path: path, root: root).explanation
    #expect(text == explanation.replacingOccurrences(of: "FOLDER", with: base))
  }

  @Test func aLocalPageHasTheOriginOfLocalPages() throws {
    let folder = try Folder()
    let page = try folder.write("index.html", "<p>")
    #expect(try PageLocation(page).origin == Origin(parsing: "causeway://page.localhost"))
  }
}
#endif
