#if os(Linux)
import Foundation
import ProgramTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `causeway shop`, and the processes of its parts.
struct RunningShop {
  let program: RunningProgram
  /// The addresses that the command has printed, by their names.
  let addresses: [String: URL]

  /// Starts the shop of a folder, and waits for its addresses.
  init(_ words: [String]) async throws {
    program = try RunningProgram(["shop"] + words, lines: .output)
    var addresses: [String: URL] = [:]
    for await line in program.lines {
      let words = line.split(separator: " ").map(String.init)
      if words.count == 2 { addresses[words[0]] = URL(string: words[1]) }
      if addresses.count == 4 { break }
    }
    guard addresses.count == 4 else {
      let result = try await program.result()
      throw ServerFailure(description: "the shop did not start: \(result.output) \(result.error)")
    }
    self.addresses = addresses
  }

  /// The processes of the parts, by the name of their command, such as `store`.
  var parts: [String: pid_t] {
    var parts: [String: pid_t] = [:]
    for process in Processes.children(of: program.processIdentifier) {
      let words = Processes.words(of: process)
      // The words are the program, the hidden mode, and the command line.
      if words.count > 2 { parts[words[2]] = process }
    }
    return parts
  }

  /// Returns the status of a GET request.
  ///
  /// - Parameter path: the path at the address; nil for the address itself.
  func get(_ name: String, _ path: String? = nil) async throws -> Int {
    guard let address = addresses[name], let url = path.map({ URL(string: $0, relativeTo: address) }) ?? address else {
      throw ServerFailure(description: "there is no address of \(name)")
    }
    var request = URLRequest(url: url)
    request.setValue("document", forHTTPHeaderField: "Sec-Fetch-Dest")
    let (_, answer) = try await URLSession.shared.data(for: request)
    return (answer as? HTTPURLResponse)?.statusCode ?? 0
  }
}

/// The processes that Linux lists in `/proc`.
enum Processes {
  static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { fields(of: $0).dropFirst().first == "\(parent)" }
  }

  /// Whether a process is running. False for a process that has ended and whose parent has not noticed it.
  static func isRunning(_ process: pid_t) -> Bool { fields(of: process).first.map { $0 != "Z" } ?? false }

  static func words(of process: pid_t) -> [String] {
    let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the fields of `/proc/PID/stat` after the program's name, which is in parentheses: the state, the parent, …
  private static func fields(of process: pid_t) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
#endif
