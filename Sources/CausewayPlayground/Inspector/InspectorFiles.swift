import CausewayHTTP
import Foundation

/// The files of the inspector's page, which are part of the program.
enum InspectorFiles {
  /// The prefix of the paths that belong to the inspector and not to pages.
  static let path = "/__causeway/"

  private static let files: [String: [UInt8]] = [
    "banner.js": PackageResources.banner_js,
    "camera.js": PackageResources.camera_js,
    "connection.js": PackageResources.connection_js,
    "copy.js": PackageResources.copy_js,
    "details.js": PackageResources.details_js,
    "dom.js": PackageResources.dom_js,
    "echo.js": PackageResources.echo_js,
    "empty.js": PackageResources.empty_js,
    "exchange.js": PackageResources.exchange_js,
    "explain.js": PackageResources.explain_js,
    "filter-bar.js": PackageResources.filter_bar_js,
    "filter.js": PackageResources.filter_js,
    "form-buttons.js": PackageResources.form_buttons_js,
    "form-choices.js": PackageResources.form_choices_js,
    "form-fields.js": PackageResources.form_fields_js,
    "form-id.js": PackageResources.form_id_js,
    "form-picture.js": PackageResources.form_picture_js,
    "form-texts.js": PackageResources.form_texts_js,
    "form.css": PackageResources.form_css,
    "form.js": PackageResources.form_js,
    "format.js": PackageResources.format_js,
    "frame.css": PackageResources.frame_css,
    "help.js": PackageResources.help_js,
    "icon.svg": PackageResources.icon_svg,
    "index.html": PackageResources.index_html,
    "keyboard.js": PackageResources.keyboard_js,
    "main.js": PackageResources.main_js,
    "notices.js": PackageResources.notices_js,
    "overview.js": PackageResources.overview_js,
    "picture.js": PackageResources.picture_js,
    "query.js": PackageResources.query_js,
    "session.js": PackageResources.session_js,
    "sheet.css": PackageResources.sheet_css,
    "sheets.js": PackageResources.sheets_js,
    "side.css": PackageResources.side_css,
    "side.js": PackageResources.side_js,
    "splitter.js": PackageResources.splitter_js,
    "summary.js": PackageResources.summary_js,
    "theme.css": PackageResources.theme_css,
    "timeline-head.js": PackageResources.timeline_head_js,
    "timeline-row.js": PackageResources.timeline_row_js,
    "timeline.css": PackageResources.timeline_css,
    "timeline.js": PackageResources.timeline_js,
    "token.js": PackageResources.token_js,
    "top-bar.js": PackageResources.top_bar_js,
    "trace-drop.js": PackageResources.trace_drop_js,
    "trace-file.js": PackageResources.trace_file_js,
    "trace.js": PackageResources.trace_js,
    "tree-keys.js": PackageResources.tree_keys_js,
    "tree.css": PackageResources.tree_css,
    "tree.js": PackageResources.tree_js,
    "view.js": PackageResources.view_js,
  ]

  /// The fields of every answer. No other page may show the inspector in a frame, where a person could press its buttons
  /// without seeing them.
  private static let fields: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; connect-src 'self' ws:; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
  ]

  /// Returns the answer to a request for a file.
  /// - Parameter path: the path, which begins with ``path``.
  static func answer(_ path: Substring) -> HTTPResponse {
    let name = path == Self.path ? "index.html" : String(path.dropFirst(Self.path.utf8.count))
    guard let bytes = files[name] else { return .text(404, "The inspector has no file \(name).\n") }
    return HTTPResponse(200, ContentType.of(name), Data(bytes), fields: fields)
  }
}
