import CausewayHTTP
import Foundation

/// The files of the inspector's page, which are part of the program.
enum InspectorFiles {
  private static let files: [String: [UInt8]] = [
    "index.html": PackageResources.index_html, "main.js": PackageResources.main_js,
  ]

  /// The fields of every answer. No other page may show the inspector in a frame, where a person could press its buttons
  /// without seeing them.
  private static let fields = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; connect-src 'self' ws:; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
  ]

  /// Answers a request for a file.
  /// - Parameter name: the path below the inspector's address.
  @MainActor static func answer(_ exchange: Exchange, name: String) {
    let name = name.isEmpty ? "index.html" : name
    guard let bytes = files[name] else { return exchange.answer(404, text: "The inspector has no file \(name).\n") }
    exchange.answer(200, [("Content-Type", ContentType.of(name))] + fields, Data(bytes))
  }
}
