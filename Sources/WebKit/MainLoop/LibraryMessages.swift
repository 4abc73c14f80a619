import CWebKitGTK

/// The messages that GLib and the desktop libraries on it write for developers.
///
/// The libraries warn about services that a machine without a desktop does not have, such as a session bus. The users
/// of a program cannot do anything about these warnings, so programs with web views hide them.
enum LibraryMessages {
  /// The environment variable that shows all messages, if it is set and not empty.
  static let variable = "CAUSEWAY_LIBRARY_MESSAGES"

  /// The domains of the libraries whose warnings are about the system and not about calls of the program. The domains
  /// `GLib` and `GLib-GObject` are missing, because their warnings are about wrong calls. WebKitGTK's own warnings have
  /// no domain.
  private static let systemDomains: Set<String?> = [
    nil, "", "Adwaita", "dbind", "dconf", "Gdk", "GdkPixbuf", "GLib-GIO", "GLib-Net", "Gsk", "Gtk", "libsoup", "Pango",
  ]

  /// Returns whether a message is hidden. Errors and critical messages are always shown, because they report mistakes in
  /// the program or in this module.
  ///
  /// - Parameter domain: the name of the library; nil if the message names none.
  static func isHidden(_ level: GLogLevelFlags, domain: String?) -> Bool {
    let serious = G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_FLAG_FATAL.rawValue
    return level.rawValue & serious == 0 && systemDomains.contains(domain)
  }

  /// Hides the messages for which ``isHidden(_:domain:)`` returns true, and switches off accessibility if there is no
  /// bus for it, because the engine's processes would warn about that.
  ///
  /// Must be called before GTK starts. GLib accepts only one function that writes messages, so an app with a function of
  /// its own sets ``GLibMainLoop/showsLibraryMessages``.
  static func hide() {
    g_log_set_writer_func(
      { level, fields, count, _ in
        // GLib calls this function on any thread.
        let fields = UnsafeBufferPointer(start: fields, count: Int(count))
        let domain = fields.first { String(cString: $0.key) == "GLIB_DOMAIN" }.flatMap { field in
          field.value.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        }
        guard !LibraryMessages.isHidden(level, domain: domain) else { return G_LOG_WRITER_HANDLED }
        return g_log_writer_default(level, fields.baseAddress, count, nil)
      }, nil, nil)
    if !hasSessionBus { setenv("GTK_A11Y", "none", 0) }
  }

  /// Whether there is a session bus, or a bus for accessibility, as far as the environment says.
  private static var hasSessionBus: Bool {
    let environment = ProcessInfo.processInfo.environment
    if ["AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"].contains(where: { environment[$0]?.isEmpty == false }) {
      return true
    }
    return environment["XDG_RUNTIME_DIR"].map { access($0 + "/bus", F_OK) == 0 } ?? false
  }
}
