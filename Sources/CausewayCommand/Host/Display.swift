import CausewayTool
import Foundation
import WebKit

/// The display for the web views: the display of the desktop session, or a virtual one that this command starts.
enum Display {
  /// Makes sure that there is a display.
  ///
  /// - Parameter headless: whether to start a virtual display if there is no display. The virtual display ends with
  ///   this process, even if this process is killed.
  /// - Parameter view: how the page is shown.
  /// - Parameter ownScreen: the size of a virtual display that this process starts even if there is a display, so that no
  ///   other program shares its pointer and its keyboard; nil for the usual display.
  @MainActor static func prepare(
    headless: Bool, view: ViewOptions = ViewOptions(), ownScreen: ViewSize? = nil
  ) throws {
    #if os(Linux)
    let environment = ProcessInfo.processInfo.environment
    let wayland = ownScreen == nil ? waylandSocket(environment) : nil
    let isThere =
      ownScreen == nil
      && (wayland != nil || ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false })
    StandardError.hideLibraryWarnings()
    view.prepareLibraries(headless: headless)
    if headless {
      quiet()
      // The socket's full path is needed because `keepCaches()` replaces the folder to which the name is relative.
      if let wayland { setenv("WAYLAND_DISPLAY", wayland, 1) }
      try keepCaches()
    }
    if !isThere {
      guard headless else { throw DisplayFailure.none }
      setenv("DISPLAY", try startXvfb(screen: ownScreen ?? ViewSize(width: 1280, height: 1024)), 1)
      setenv("GDK_BACKEND", "x11", 1)
    }
    try GLibMainLoop.start()
    view.prepareEngine()
    #else
    PageApplication.prepare(headless: headless)
    #endif
  }

  #if os(Linux)
  /// Returns the path of the socket of the session's Wayland display; nil if there is none.
  ///
  /// The socket's name is relative to `XDG_RUNTIME_DIR`. If the environment names neither a Wayland display nor an X11
  /// display, libwayland uses `wayland-0`.
  private static func waylandSocket(_ environment: [String: String]) -> String? {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let name = value("WAYLAND_DISPLAY") ?? (value("DISPLAY") == nil ? "wayland-0" : nil) else { return nil }
    let folder = value("XDG_RUNTIME_DIR").map { $0 + "/" } ?? ""
    let path = name.hasPrefix("/") ? name : folder + name
    var status = stat()
    guard path.hasPrefix("/"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return path
  }

  /// Switches off the desktop's services (accessibility, session bus), because a headless command does not need them.
  /// Otherwise the libraries would search for the services and warn that they are missing.
  @MainActor private static func quiet() {
    setenv("GTK_A11Y", "none", 0)
    setenv("NO_AT_BRIDGE", "1", 0)
    setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 0)
  }

  /// Puts the engine's temporary files, such as the sockets of its sandbox, into a folder that is removed when this
  /// command ends. The engine itself removes the files only if it ends normally.
  @MainActor private static func keepCaches() throws {
    let folder = try TemporaryFolder()
    // A socket's path has at most 107 bytes, and the engine appends its own names.
    guard folder.url.path.utf8.count <= 107 - "/webkitgtk/bus-proxy-XXXXXX".utf8.count else { return folder.remove() }
    for name in ["XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] { setenv(name, folder.url.path, 1) }
    caches = folder
  }

  @MainActor private static var caches: TemporaryFolder?

  /// Starts Xvfb and returns the name of its display.
  private static func startXvfb(screen: ViewSize) throws(DisplayFailure) -> String {
    do throws(POSIXError) {
      let life = try ChildProgram.pipe()
      let number = try ChildProgram.pipe()
      defer {
        close(life.reading)
        close(number.reading)
      }
      do throws(POSIXError) {
        defer { close(number.writing) }
        // The program ends when the writing end of its standard input is closed. That end stays open until this process
        // ends.
        try ChildProgram.start(["sh", "-c", xvfb, "sh", "\(screen)x24"], input: life.reading, output: number.writing)
      } catch {
        close(life.writing)
        throw error
      }
      return ":\(try line(from: number.reading))"
    } catch {
      switch error.code {
      case .ETIMEDOUT: throw .xvfb("it was not ready after \(startSeconds) seconds")
      case .ENODATA: throw .xvfb("it ended at once; install the package xvfb if it is missing")
      default: throw .xvfb(error.localizedDescription)
      }
    }
  }

  /// The shell script that runs Xvfb. Xvfb writes the display's number when it is ready, and ends when its last client
  /// is gone. If this process ends before it is a client, or is killed, the shell reads the end of the pipe and stops
  /// Xvfb. Xvfb then removes its socket and its lock.
  private static let xvfb = """
    Xvfb -displayfd 1 -screen 0 "$1" -nolisten tcp -terminate </dev/null &
    exec >/dev/null
    read -r _
    kill "$!"
    wait
    """

  private static let startSeconds = 30

  /// Reads a line, without white space around it.
  ///
  /// - Throws: `ETIMEDOUT` if the line does not arrive in time, or `ENODATA` if there is no line.
  private static func line(from descriptor: Int32) throws(POSIXError) -> String {
    let end = ContinuousClock.now + .seconds(startSeconds)
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      let rest = Int32(max(0, (end - .now) / .milliseconds(1)))
      var reader = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&reader, 1, rest)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw POSIXError(.ETIMEDOUT) }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { throw POSIXError(.ENODATA) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
  #endif
}

/// The reason why there is no display.
enum DisplayFailure: Error, CustomStringConvertible {
  case none
  case xvfb(String)

  var description: String {
    switch self {
    case .none: "there is no display; use --headless, or set DISPLAY"
    case .xvfb(let reason): "the display server Xvfb could not be started: \(reason)"
    }
  }
}
