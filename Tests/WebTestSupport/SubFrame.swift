import Foundation

/// A kind of sub-frame that a page can embed.
public enum SubFrame: String, CaseIterable, Sendable {
  case sameOrigin
  case crossOrigin
  case srcdoc
  case data
  /// A frame with `sandbox="allow-scripts"`, which has an opaque origin.
  case sandboxed

  /// The sub-frame's page. It runs each text that the parent posts as the body of an asynchronous function, and posts
  /// the function's value back as text.
  static let page = """
    <body><script>
    const AsyncFunction = (async () => {}).constructor;
    addEventListener("message", async ({ data }) => {
      if (data?.body === undefined) return;
      let text;
      try {
        text = String(await new AsyncFunction(data.body)());
      } catch (error) {
        text = "threw " + error;
      }
      parent.postMessage({ number: data.number, text }, "*");
    });
    </script>
    """

  /// The HTML element of the frame. Its `id` is the kind's name.
  var element: String {
    switch self {
    case .sameOrigin: tag("src=\"test://page.example/frame\"")
    case .crossOrigin: tag("src=\"test://other.example/frame\"")
    case .sandboxed: tag("sandbox=\"allow-scripts\" src=\"test://page.example/frame\"")
    case .data:
      tag("src=\"data:text/html,\(Self.page.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")\"")
    case .srcdoc:
      tag(
        "srcdoc=\""
          + Self.page.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
          + "\"")
    }
  }

  private func tag(_ attributes: String) -> String { "<iframe id=\"\(rawValue)\" \(attributes)></iframe>" }
}

extension Browser {
  /// Opens `test://page.example/` with these sub-frames. Each sub-frame can then run scripts.
  public func open(with frames: [SubFrame]) async throws {
    site["test://page.example/frame"] = SubFrame.page
    site["test://other.example/frame"] = SubFrame.page
    try await open("<body>" + frames.map(\.element).joined())
  }

  /// Runs `body` as the body of an asynchronous function in the page or in a sub-frame, and returns its value as text.
  public func text(_ body: String, in frame: SubFrame? = nil) async throws -> String {
    try await within("the script \(body)") { [self] in
      let value: Any?
      if let frame {
        value = try await run(
          """
          const { contentWindow } = document.getElementById(id);
          const number = (window.latestScript = (window.latestScript ?? 0) + 1);
          return await new Promise((resolve) => {
            addEventListener("message", function listen({ source, data }) {
              if (source !== contentWindow || data?.number !== number) return;
              removeEventListener("message", listen);
              resolve(data.text);
            });
            contentWindow.postMessage({ number, body }, "*");
          });
          """, ["id": frame.rawValue, "body": body])
      } else {
        value = try await run("return String(await (async () => {\n\(body)\n})());")
      }
      return value as? String ?? "no text"
    }
  }
}
