import CausewayJSON
import Foundation
import WebTestSupport

/// A sub-frame that attacks the page around it. There is one case for each way to embed a frame.
enum Attacker: String, CaseIterable, Hashable {
  case sameOrigin, crossOrigin, srcdoc, data, blob, object, embed
  /// A frame with `sandbox="allow-scripts"`, which has an opaque origin.
  case sandboxed
  /// An `about:blank` frame, into which the page writes a script.
  case blank
  /// A frame of the page's origin inside a frame of another origin.
  case sameOriginInCrossOrigin
  /// A frame of another origin inside a frame of the page's origin.
  case crossOriginInSameOrigin

  /// The description that the app must get of this frame.
  var description: String {
    switch self {
    case .crossOrigin, .crossOriginInSameOrigin: "sub-frame of test://other.example"
    case .data, .sandboxed: "sub-frame of null"
    default: "sub-frame of test://page.example"
    }
  }

  /// Whether the frame has the page's origin, so that web standards let it access the page.
  var isOfThePagesOrigin: Bool { description.hasSuffix("page.example") }

  /// Returns a script that runs `body` as an asynchronous function and posts its value to the page, as text.
  private func script(_ body: String) -> String {
    """
    (async () => { \(body) })()
      .then((value) => String(value), (error) => "threw " + error)
      .then((text) => top.postMessage({ attacker: "\(rawValue)", text }, "*"));
    """
  }

  /// Returns the HTML element of the frame, and adds the documents that it loads to `site`.
  @MainActor func element(_ body: String, on site: TestSite) -> String {
    let html = "<body><script>\(script(body))</script>"
    let path = "/attacker-\(rawValue)"
    func serve(_ host: String, _ html: String, at path: String) -> String {
      site["test://\(host)\(path)"] = html
      return "test://\(host)\(path)"
    }
    func frame(_ attributes: String) -> String { "<iframe id='\(rawValue)' \(attributes)></iframe>" }
    func attribute(_ text: String) -> String {
      "\"" + text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;") + "\""
    }

    switch self {
    case .sameOrigin: return frame("src='\(serve("page.example", html, at: path))'")
    case .crossOrigin: return frame("src='\(serve("other.example", html, at: path))'")
    case .sandboxed: return frame("sandbox='allow-scripts' src='\(serve("page.example", html, at: path))'")
    case .object:
      return "<object id='\(rawValue)' type='text/html' data='\(serve("page.example", html, at: path))'></object>"
    case .embed: return "<embed id='\(rawValue)' type='text/html' src='\(serve("page.example", html, at: path))'>"
    case .srcdoc: return frame("srcdoc=\(attribute(html))")
    case .data:
      return frame("src='data:text/html,\(html.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")'")
    case .blob: return frame("data-blob=\(attribute(html))")
    case .blank: return frame("data-script=\(attribute(script(body)))")
    case .sameOriginInCrossOrigin:
      let inner = serve("page.example", html, at: path)
      return frame("src='\(serve("other.example", "<iframe src='\(inner)'></iframe>", at: path + "-outer"))'")
    case .crossOriginInSameOrigin:
      let inner = serve("other.example", html, at: path)
      return frame("src='\(serve("page.example", "<iframe src='\(inner)'></iframe>", at: path + "-outer"))'")
    }
  }
}

extension CausewayPage {
  /// Adds a frame of each kind to the current page and returns the frames' results. Each frame runs `body` as the body
  /// of an asynchronous function in its first script.
  func attack(_ body: String, from attackers: [Attacker] = Attacker.allCases) async throws -> [Attacker: String] {
    let elements = attackers.map { $0.element(body, on: browser.site) }.joined()
    let told = try await within("the attackers' reports") { [self] in
      try await browser.run(
        """
        const told = {};
        const all = new Promise((resolve) => addEventListener("message", ({ data }) => {
          if (typeof data?.attacker !== "string") return;
          told[data.attacker] = data.text;
          if (Object.keys(told).length === count) resolve();
        }));
        document.body.insertAdjacentHTML("beforeend", elements);
        for (const frame of document.querySelectorAll("[data-blob]")) {
          frame.src = URL.createObjectURL(new Blob([frame.dataset.blob], { type: "text/html" }));
        }
        for (const frame of document.querySelectorAll("[data-script]")) {
          const script = frame.contentDocument.createElement("script");
          script.textContent = frame.dataset.script;
          frame.contentDocument.body.append(script);
        }
        await all;
        return JSON.stringify(told);
        """, ["elements": elements, "count": attackers.count]) as? String
    }
    let texts = try JSONValue(parsing: told ?? "{}").objectValue ?? [:]
    var reports: [Attacker: String] = [:]
    for attacker in attackers { reports[attacker] = texts[attacker.rawValue]?.stringValue }
    return reports
  }
}
