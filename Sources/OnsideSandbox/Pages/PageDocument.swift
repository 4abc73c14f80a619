import CausewayHTTP
import Foundation

/// The HTML document around a page, with the fields that protect it: nothing but its style sheet is loaded, nothing is
/// run, and nobody else may show it within another page.
struct PageDocument {
  var title: String
  /// The path of its style sheet.
  var styleSheet: String
  /// Where its forms may lead, in the words of a Content-Security-Policy.
  var formAction: String
  var body: Markup

  /// The document as it is sent.
  func response(status: Int) -> HTTPResponse {
    let fields = [
      (
        name: "Content-Security-Policy",
        value:
          "default-src 'none'; style-src 'self'; form-action \(formAction); base-uri 'none'; frame-ancestors 'none'"
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
    <link rel="stylesheet" href="\(styleSheet)">
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
