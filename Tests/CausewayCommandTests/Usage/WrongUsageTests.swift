import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand

/// The mistakes of people who use the command for the first time. Each error says what to do.
@Suite("Wrong usage") struct WrongUsageTests {
  /// A command line with a mistake, and the part of the error that says what to do instead.
  struct Mistake: CustomTestStringConvertible {
    let words: [String]
    let advice: String
    let code: Int32

    init(_ line: String, _ advice: String, code: Int32 = 2) {
      // Single quotes mark an empty word.
      words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      self.advice = advice
      self.code = code
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["page", "other", "empty", "shop", "shops"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for (name, text) in [
      ("page/index.html", "<p>page"), ("other/cart.html", "<p>cart"), ("ask.js", "return 1"),
      ("misspelled.json", #"{"today": {"hedaers": {}}}"#), ("broken.json", "{"), ("notes.txt", "notes"),
      ("ask.json", #"{"answer": "ask"}"#), ("shop/index.html", "<p>shop"), ("shops/index.html", "<p>shops"),
      ("shops/a.storekit", "{}"), ("shops/b.storekit", "{}"),
    ] {
      _ = try folder.write(name, text)
    }
  }

  @Test("has an error that says what to do", arguments: commands + pages + files + values + combinations + others)
  func error(_ mistake: Mistake) async throws {
    let result = try await run("causeway", mistake.words, display: nil, in: folder.root)
    #expect(result.code == mistake.code, "\(result.error)")
    #expect(result.output.isEmpty, "\(result.output)")
    #expect(result.error.hasPrefix("causeway: "), "\(result.error)")
    #expect(result.error.contains(mistake.advice), "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("shot.png")), "a file was written")
  }

  @Test("The list has the 65 mistakes that were seen, and more") func count() {
    let all = Self.commands + Self.pages + Self.files + Self.values + Self.combinations + Self.others
    #expect(Set(all.map(\.words)).count == all.count)
    #expect(all.count >= 65)
  }

  // MARK: The command

  static let commands = [
    Mistake("opne page", "did you mean causeway open?"),
    Mistake("page", "put open before it: causeway open page"),
    Mistake("page/index.html", "causeway open page/index.html"),
    Mistake("localhost:3000", "causeway open localhost:3000"),
    Mistake("http://localhost:3000", "causeway open http://localhost:3000"),
    Mistake("help opne", "did you mean causeway open?"),
    Mistake("store", "there is only \"causeway store serve\""),
    Mistake("store serv", "did you mean causeway store serve?"),
    Mistake("store start", "there is only \"causeway store serve\""),
    Mistake("merchant", "choose one of \"merchant token\""),
    Mistake("merchant verfy x", "did you mean causeway merchant verify?"),
    Mistake("contract", "choose one of \"contract types\""),
    Mistake("contract dif a b", "did you mean causeway contract diff?"),
    Mistake("verify x", "did you mean causeway merchant verify?"),
    Mistake("--headless open page", "causeway open … --headless"),
    Mistake("--platform android", "did you mean causeway open, causeway conformance or causeway serve?"),
    Mistake("--verson", "did you mean --version?"),
    Mistake("-x", "run causeway --help"),
  ]

  // MARK: The page

  static let pages = [
    Mistake("open", "name a file, a folder with an index.html, or a URL"),
    Mistake("open ''", "name a file, a folder or a URL", code: 1),
    Mistake("open page other", "Put quotation marks around a name with spaces"),
    Mistake("open pag --headless", "did you mean page?", code: 1),
    Mistake("open other/crat.html --headless", "did you mean other/cart.html?", code: 1),
    Mistake("open other --headless", "such as other/cart.html", code: 1),
    Mistake("open empty --headless", "name a page", code: 1),
    Mistake("open htp://example.com --headless", "did you mean http?", code: 1),
    Mistake("open ftp://example.com --headless", "or an http or https URL", code: 1),
    Mistake("open example.com/cart --headless", "write https://example.com/cart", code: 1),
    Mistake("open example.com:8443 --headless", "write https://example.com:8443", code: 1),
    Mistake("open http:// --headless", "the URL has no host", code: 1),
  ]

  // MARK: Files

  static let files = [
    Mistake("open page --screenshot", "--screenshot FILE.png|FILE.jpg"),
    Mistake("open page --screenshot shot.gif", "must end with .png, .jpg or .jpeg"),
    Mistake("open page --screenshot shot", "must end with .png, .jpg or .jpeg"),
    Mistake("open page --screenshot no/shot.png", "create it first, or name another file"),
    Mistake("open page --screenshot /proc/shot.png", "the picture cannot be written"),
    Mistake("open page --trace no/trace.jsonl", "create it first, or name another file"),
    Mistake("open page --trace page", "it is a folder; name a file"),
    Mistake("open page --trace shot.png --screenshot shot.png", "name another file for one of them"),
    Mistake("open page --run", "--run FILE.js"),
    Mistake("open page --run akk.js", "the file does not exist"),
    Mistake("open page --run page", "it is a folder; name a file"),
    Mistake("open page --run - --run -", "only one script can be standard input"),
    Mistake("open page --profile nothing.json", "the file does not exist"),
    Mistake("open page --profile broken.json", "line 1, column 2"),
    Mistake("open page --profile misspelled.json", "the known keys are headers"),
    Mistake("open page --catalog nothing.storekit", "the file does not exist"),
    Mistake("open page --catalog notes.txt", "not JSON"),
    Mistake("contract check nothing.json", "the file does not exist"),
    Mistake("contract types", "FILE is missing: name a file"),
    Mistake("contract diff broken.json", "NEW is missing: name a file"),
    Mistake("contract diff - -", "only one of the files can be standard input"),
    Mistake("store serve --catalog nothing.storekit --data data", "the file does not exist"),
    Mistake("merchant report notes.txt", "must end with .csv or .json"),
  ]

  // MARK: Values

  static let values = [
    Mistake("open page --hedless", "did you mean --headless?"),
    Mistake("open page -headless", "did you mean --headless?"),
    Mistake("open page --screen shot.png", "did you mean --screenshot?"),
    Mistake("open page --headless=yes", "write --headless alone"),
    Mistake("open page --platform", "the choices are ios, android, macos, windows"),
    Mistake("open page --platform iphone", "the choices are ios, android, macos, windows"),
    Mistake("open page --platform andriod", "did you mean android?"),
    Mistake("open page --platform mac", "did you mean macos?"),
    Mistake("open page --protocol tody", "did you mean today?"),
    Mistake("open page --timeout", "--timeout SECONDS"),
    Mistake("open page --timeout 10s", "such as --timeout 30"),
    Mistake("open page --timeout 0", "more than 0"),
    Mistake("open page --allow shop.example", "such as https://shop.example"),
    Mistake("open page --allow https://shop.example/cart", "such as https://shop.example"),
    Mistake("open page --store 127.0.0.1:8080 --app a.b", "such as https://store.example"),
    Mistake("open page --device iphone", "did you mean iphone-se, iphone-16 or iphone-16-pro-max?"),
    Mistake("open page --size 390", "such as --size 390x844"),
    Mistake("open page --locale german!", "such as --locale de-DE"),
    Mistake("open page --touch", "touch events only from a touch screen; the page gets events of the mouse"),
    Mistake("open page --pixel-ratio 2", "with --headless, that of --device"),
    Mistake("open page --darkmode", "did you mean --dark?"),
    Mistake("shop page --page-port 80800", "a number from 0 to 65535"),
    Mistake("conformance", "choose one of \(BridgeProtocol.names)"),
    Mistake("conformance tody", "did you mean today?"),
    Mistake("conformance today --color sometimes", "the choices are auto, always, never"),
    Mistake("host-kit", "the choices are android, windows"),
    Mistake("host-kit ios", "the choices are android, windows"),
    Mistake("completions powershell", "the choices are bash, zsh, fish"),
    Mistake("store serve --catalog notes.txt --data data --port", "--port N"),
    Mistake("merchant history abc", "ORDER_ID must be a UUID"),
  ]

  // MARK: Combinations

  static let combinations = [
    Mistake("open page --platform ios --platform android", "give only one"),
    Mistake("open page --protocol gbg --platform windows", "choose --platform ios or android"),
    Mistake("open page --protocol onside", "pass --catalog FILE.storekit or --store URL"),
    Mistake("open page --profile ask.json --headless", "leave out --headless"),
    Mistake("open page --store http://127.0.0.1:8080", "--store needs --app ID"),
    Mistake("open page --app com.example.shop", "--app needs --store URL"),
    Mistake("open page --watch --run ask.js", "leave out one of them"),
    Mistake("open page --watch --screenshot shot.png", "leave out one of them"),
    Mistake("open localhost:3000 --watch --headless", "a development server loads its pages again itself"),
    Mistake("open localhost:3000 --root page --headless", "leave out --root", code: 1),
    Mistake("open other/cart.html --root page --headless", "name a folder that contains it", code: 1),
    Mistake("open page --root pag --headless", "did you mean page?", code: 1),
    Mistake("open page --root page/index.html --headless", "it is a file; name a folder", code: 1),
    Mistake("shop page --window --open", "--open is for the page in your browser"),
    Mistake("open page --catalog a --store http://127.0.0.1:1 --app a.b", "give only one of them"),
    Mistake("conformance link --platform windows", "choose --platform ios or android"),
    Mistake("conformance today --list", "leave PROTOCOL out"),
  ]

  // MARK: Other commands

  static let others = [
    Mistake("open page --port 8080", "causeway store serve have it"),
    Mistake("open page --list", "causeway conformance has it"),
    Mistake("conformance today link", "takes one PROTOCOL"),
    Mistake("host-kit windows a b", "takes only NAME and DIR"),
    Mistake("version 2", "takes no operands; leave it out"),
    Mistake("shop", "DIR is missing: name a folder"),
    Mistake("shop shopp", "did you mean shop"),
    Mistake("shop notes.txt", "name the folder of the shop"),
    Mistake("shop empty", "the folder has no index.html"),
    Mistake("shop shop", "name one: --catalog FILE.storekit"),
    Mistake("shop shops", "choose one: --catalog a.storekit"),
    Mistake("shop shop --catalog notes.txt", "not JSON"),
    Mistake("shop shop --app a/b", "--app: "),
    Mistake("serve", "causeway serve FOLDER, or --proxy URL"),
    Mistake("serve page --proxy http://localhost:5173", "give only one of them"),
    Mistake("serve localhost:5173", "for a server, use --proxy"),
    Mistake("serve page --port 99999", "a number from 0 to 65535"),
    Mistake("replay nothing.jsonl", "the file does not exist"),
    Mistake("man", "The folder for the pages"),
    Mistake("store serve", "--catalog FILE.storekit is missing"),
    Mistake("merchant token", "The Merchant ID from the Onside Manager"),
  ]
}
