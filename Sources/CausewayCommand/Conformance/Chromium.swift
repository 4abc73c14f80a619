#if os(Linux)
import CausewayCurl
import CausewayJSON
import CausewayTool
import Foundation

/// A Chromium without windows that this command starts and ends.
@MainActor final class Chromium {
  /// The names of the program, in the order in which they are tried.
  private static let programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
  private static let startTimeout: Duration = .seconds(30)

  private let folder: TemporaryFolder
  private let life: Int32
  private let process: pid_t
  private let profile: String
  /// The address of the control interface; nil until the browser is ready.
  private var control: (url: URL, client: HTTPLoader)?
  private var isEnded = false

  /// Starts the browser. The caller ends it with ``end()``, also if it never becomes ready.
  ///
  /// - Throws: ``PageError`` if there is no such browser; the system's error if it cannot be started.
  init() throws {
    guard let program = Self.programs.first(where: Self.exists) else {
      throw PageError("there is no Chromium: install the package chromium, or use --host webkit")
    }
    folder = try TemporaryFolder()
    profile = folder.url.appendingPathComponent("profile").path
    // For the user root, switch Chromium's own sandbox off, because it does not work for root.
    let flags =
      [
        "--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
        "--disable-component-update", "--disable-extensions", "--remote-debugging-port=0", "--user-data-dir=\(profile)",
      ] + (geteuid() == 0 ? ["--no-sandbox"] : [])
    let pipe = try ChildProgram.pipe()
    let nothing = Foundation.open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer {
      Foundation.close(pipe.reading)
      Foundation.close(nothing)
    }
    life = pipe.writing
    do {
      process = try ChildProgram.start(
        ["sh", "-c", Self.script, program, folder.url.path] + flags + ["about:blank"], input: pipe.reading,
        output: nothing)
    } catch {
      Foundation.close(pipe.writing)
      throw error
    }
  }

  isolated deinit { end() }

  /// The shell script that runs the browser until the writing end of standard input is closed. This happens even if
  /// this process is killed. The script then removes the folder, in which the browser writes until it has ended.
  private static let script = #"""
    folder=$1
    shift
    "$0" "$@" </dev/null &
    read -r _
    kill "$!"
    wait
    rm -rf -- "$folder"
    """#

  private static func exists(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Waits until the browser can be controlled: until it has written the port of its control interface into a file.
  ///
  /// - Throws: ``PageError`` if the browser does not become ready.
  func waitUntilReady() async throws {
    let end = ContinuousClock.now + Self.startTimeout
    while !isEnded, ContinuousClock.now < end {
      let text = try? String(contentsOfFile: profile + "/DevToolsActivePort", encoding: .utf8)
      if let port = text?.split(separator: "\n").first.flatMap({ UInt16($0) }),
        let url = URL(string: "http://127.0.0.1:\(port)")
      {
        control = (url, HTTPLoader(for: url, maximumConnections: 4))
        return
      }
      // Chromium gives no other sign that it is ready, so check for the file repeatedly.
      try await Task.sleep(for: .milliseconds(50))
    }
    throw PageError("Chromium was not ready after \(Self.startTimeout); try again, or use --host webkit")
  }

  /// Opens a page in a new tab, and returns the tab's name.
  func open(_ page: URL) async throws -> String {
    var characters = CharacterSet.urlQueryAllowed
    characters.remove(charactersIn: "#&+")
    let query = page.absoluteString.addingPercentEncoding(withAllowedCharacters: characters) ?? ""
    let answer = try await request("PUT", "/json/new?\(query)")
    guard let id = try JSONValue(parsing: answer)["id"]?.stringValue else {
      throw PageError("Chromium did not open \(page.absoluteString); try again, or use --host webkit")
    }
    return id
  }

  /// Closes a tab.
  func close(tab: String) async throws { _ = try await request("GET", "/json/close/\(tab)") }

  private func request(_ method: String, _ path: String) async throws -> Data {
    guard let control, let url = URL(string: path, relativeTo: control.url) else { throw URLError(.badURL) }
    return try await control.client.send(
      HTTPClientRequest(method, url.absoluteURL), within: Self.startTimeout, maximumBytes: 1 << 20
    ).body
  }

  /// Ends the browser and removes its files.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    Foundation.close(life)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    folder.remove()
  }
}
#endif
