import WebKit
import WebTestSupport
import XCTest

/// The requests that a scheme handler gets, and the answers that the page gets.
@MainActor final class SchemeRequestTests: XCTestCase {
  private let server = SchemeServer()
  private let open = ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"]

  private func browser() async throws -> Browser {
    let browser = Browser { $0.setURLSchemeHandler(self.server, forURLScheme: "app") }
    try await browser.open("<body>")
    return browser
  }

  /// Returns the request that a page's script makes.
  private func request(_ browser: Browser, _ script: String) async throws -> URLRequest {
    let requests = Mailbox<URLRequest>()
    server.answer = { task in
      requests.put(task.request)
      task.answer(200, self.open)
    }
    try await browser.run(script)
    return try await requests.next()
  }

  private func body(_ expression: String) async throws -> (type: String?, text: String?) {
    let request = try await request(
      try await browser(), "await fetch('app://host/', { method: 'POST', body: \(expression) })")
    XCTAssertEqual(request.httpMethod, "POST")
    let text = request.httpBody.map { String(decoding: $0, as: UTF8.self) }
    return (request.value(forHTTPHeaderField: "Content-Type"), text)
  }

  func testBodiesOfEveryKindReachTheHandler() async throws {
    let text = try await body("'tëxt'")
    XCTAssertEqual(text.type, "text/plain;charset=UTF-8")
    XCTAssertEqual(text.text, "tëxt")
    let bytes = try await body("new Uint8Array([104, 105]).buffer")
    XCTAssertNil(bytes.type)
    XCTAssertEqual(bytes.text, "hi")
    let parameters = try await body("new URLSearchParams({ a: '1 2', b: 'ü' })")
    XCTAssertEqual(parameters.type, "application/x-www-form-urlencoded;charset=UTF-8")
    XCTAssertEqual(parameters.text, "a=1+2&b=%C3%BC")
    let empty = try await body("''")
    XCTAssertEqual(empty.text ?? "", "")
    let none = try await body("null")
    XCTAssertNil(none.text)
  }

  func testAFormReachesTheHandler() async throws {
    let form = try await body("(() => { const form = new FormData(); form.set('a', 'b'); return form })()")
    XCTAssertEqual(form.type?.hasPrefix("multipart/form-data; boundary="), true)
    XCTAssertEqual(form.text?.contains("name=\"a\"\r\n\r\nb\r\n"), true, form.text ?? "nil")
  }

  func testARequestWithABlobFailsAndLaterRequestsSucceed() async throws {
    let browser = try await browser()
    server.answer = { _ in XCTFail("a request without its body") }
    let form = "(() => { const form = new FormData(); form.set('f', new File(['data'], 'f.txt')); return form })()"
    for body in ["new Blob(['one'], { type: 'text/plain' })", form] {
      let answer = try await browser.json(
        "return await fetch('app://host/', { method: 'POST', body: \(body) }).then(() => 'answer', (error) => error.name)"
      )
      XCTAssertEqual(answer, "\"TypeError\"")
    }
    server.answer = { $0.answer(200, self.open, Data("still here".utf8)) }
    let answer = try await browser.run("return await (await fetch('app://host/')).text()") as? String
    XCTAssertEqual(answer, "still here")
  }

  func testABodyOfSixteenMegabytesReachesTheHandler() async throws {
    let request = try await request(
      try await browser(),
      "await fetch('app://host/', { method: 'PUT', body: new Uint8Array(16 << 20).fill(7) })")
    XCTAssertEqual(request.httpBody, Data(repeating: 7, count: 16 << 20))
  }

  func testMethodsAndFieldsReachTheHandler() async throws {
    let browser = try await browser()
    let head = try await request(
      browser, "await fetch('app://host/', { method: 'HEAD', headers: { 'X-Test': 'ä', Range: 'bytes=1-2' } })")
    XCTAssertEqual(head.httpMethod, "HEAD")
    XCTAssertEqual(head.value(forHTTPHeaderField: "Range"), "bytes=1-2")
    let same = try await request(
      browser,
      """
      await new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.onload = resolve;
        request.open("GET", "app://host/path?a=%20b#fragment");
        request.setRequestHeader("Accept", "text/x-test");
        request.send();
      });
      """)
    XCTAssertEqual(same.value(forHTTPHeaderField: "Accept"), "text/x-test")
    XCTAssertEqual(same.url?.path, "/path")
    XCTAssertEqual(same.url?.query, "a=%20b")
  }

  func testStatusAndFieldsOfAnAnswerReachThePage() async throws {
    let browser = try await browser()
    for status in [200, 206, 299, 302, 404, 500] {
      server.answer = {
        $0.answer(
          status,
          [
            "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "X-Test, Content-Range, Location",
            "X-Test": "value", "Content-Range": "bytes 1-2/4", "Location": "app://host/next",
          ], Data("bc".utf8))
      }
      let answer = try await browser.json(
        """
        const { status, ok, headers, ...rest } = await fetch("app://host/" + \(status));
        return [status, ok, headers.get("X-Test"), headers.get("Content-Range"), headers.get("Location")];
        """)
      let isOK = (200..<300).contains(status)
      XCTAssertEqual(answer, "[\(status),\(isOK),\"value\",\"bytes 1-2/4\",\"app://host/next\"]")
    }
  }

  func testAResponseThatIsNotHTTPIsShown() async throws {
    let browser = try await browser()
    server.answer = { task in
      guard let url = task.request.url else { return }
      task.didReceive(
        URLResponse(url: url, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "iso-8859-1"))
      task.didReceive(Data([UInt8(ascii: "<"), UInt8(ascii: "p"), UInt8(ascii: ">"), 0xE4]))
      task.didFinish()
    }
    try await browser.load("app://host/")
    let text = try await browser.json("return [document.body.textContent, origin]")
    XCTAssertEqual(text, #"["ä","app://host"]"#)
  }

  func testEachHostOfTheSchemeIsASeparateOrigin() async throws {
    let browser = try await browser()
    server.answer = { $0.answer(200, ["Content-Type": "text/html"], Data("data".utf8)) }
    try await browser.load("app://host/")
    let answers = try await browser.json(
      """
      const text = (url) => fetch(url).then((answer) => answer.text(), (error) => error.name);
      return [await text("app://host/other"), await text("app://other.host/")];
      """)
    XCTAssertEqual(answers, #"["data","TypeError"]"#)
  }

  func testSubresourcesAndSubFramesAreServed() async throws {
    let browser = try await browser()
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAC0lEQVR4nGNggAEAAAkAAS0xi9kAAAAASUVORK5CYII="
    let resources: [String: (type: String, data: Data)] = [
      "/image.png": ("image/png", try XCTUnwrap(Data(base64Encoded: png))),
      "/script.js": ("text/javascript", Data("window.ran = true".utf8)),
      "/style.css": ("text/css", Data("body { color: rgb(1, 2, 3) }".utf8)),
      "/frame.html": ("text/html", Data("<script>parent.postMessage(origin, '*')</script>".utf8)),
    ]
    server.answer = { task in
      guard let resource = resources[task.request.url?.path ?? ""] else { return task.answer(404) }
      task.answer(200, ["Content-Type": resource.type], resource.data)
    }
    let answer = try await browser.json(
      """
      const add = (name, properties) => new Promise((resolve, reject) => {
        const element = Object.assign(document.createElement(name), properties);
        element.onload = () => resolve(element);
        element.onerror = reject;
        document.head.append(element);
      });
      const image = new Image();
      image.src = "app://host/image.png";
      await image.decode();
      await add("script", { src: "app://host/script.js" });
      await add("link", { rel: "stylesheet", href: "app://host/style.css" });
      const origin = await new Promise((resolve) => {
        addEventListener("message", ({ data }) => resolve(data));
        const frame = document.createElement("iframe");
        frame.src = "app://host/frame.html";
        document.body.append(frame);
      });
      return [image.width, image.height, window.ran, getComputedStyle(document.body).color, origin];
      """)
    XCTAssertEqual(answer, #"[2,3,true,"rgb(1, 2, 3)","app://host"]"#)
  }
}
