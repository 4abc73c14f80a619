import Foundation

/// Resident memory of processes, in mebibytes, from Linux's `/proc`.
enum Memory {
  /// The resident memory of this process.
  static var resident: Double? { resident(of: "self") }

  /// The resident memory of the WebKit processes that show this process's pages.
  static var residentInPages: Double? {
    let all = processes
    let pages = all.filter { $0.value.name == "WebKitWebProces" && isOurs($0.key, among: all) }  // truncated name
    return pages.isEmpty ? nil : pages.compactMap { resident(of: "\($0.key)") }.reduce(0, +)
  }

  private typealias Processes = [Int: (name: String, parent: Int)]

  /// WebKit's processes are not direct children of this process, because sandbox processes are between them.
  private static func isOurs(_ process: Int, among all: Processes) -> Bool {
    var process = process
    while let (_, parent) = all[process], parent > 1 {
      if parent == Int(ProcessInfo.processInfo.processIdentifier) { return true }
      process = parent
    }
    return false
  }

  private static var processes: Processes {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.reduce(into: [:]) { processes, name in
      guard let process = Int(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"),
        let parent = text[close...].split(separator: " ").dropFirst(2).first.flatMap({ Int($0) })
      else { return }  // The process has ended in the meantime.
      processes[process] = (String(text[text.index(after: open)..<close]), parent)
    }
  }

  private static func resident(of process: String) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kibibytes = line.split(separator: " ").compactMap({ Double($0) }).first
    else { return nil }
    return kibibytes / 1024
  }
}
