import CausewayHTTP
import Foundation

/// The HTML document around a page, with header fields that protect it: the page loads only its style sheets and its
/// script, and cannot be shown in a frame.
struct PageDocument {
  var title: String
  /// The path of the page's own style sheet, which comes after `/base.css`.
  var styleSheet: String
  /// The path of the page's script; nil if the page runs no scripts.
  var script: String?
  /// The allowed targets of forms: the value of `form-action` in the Content-Security-Policy.
  var formAction: String
  var body: Markup

  /// Returns the document as an HTTP response.
  func response(status: Int) -> HTTPResponse {
    let fields = [
      (
        name: "Content-Security-Policy",
        value:
          "default-src 'none'; style-src 'self'; \(script == nil ? "" : "script-src 'self'; ")form-action \(formAction); "
          + "base-uri 'none'; frame-ancestors 'none'"
      ), (name: "X-Content-Type-Options", value: "nosniff"), (name: "Referrer-Policy", value: "same-origin"),
      (name: "Cache-Control", value: "no-store"),
    ]
    return HTTPResponse(status, "text/html; charset=utf-8", Data(markup.html.utf8), fields: fields)
  }

  private var markup: Markup {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title) · Sandbox store</title>
    <link rel="stylesheet" href="/base.css">
    <link rel="stylesheet" href="\(styleSheet)">
    \(script.map { "<script src=\"\($0)\" defer></script>" as Markup })
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}

extension HTTPResponse {
  /// Returns a response with a style sheet.
  static func styleSheet(_ css: [UInt8]) -> HTTPResponse { file(css, "text/css") }

  /// Returns a response with a script.
  static func script(_ javaScript: [UInt8]) -> HTTPResponse { file(javaScript, "text/javascript") }

  private static func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    let fields = [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "max-age=60")]
    return HTTPResponse(200, "\(type); charset=utf-8", Data(bytes), fields: fields)
  }
}
