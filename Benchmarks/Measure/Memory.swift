import Foundation

/// Memory that processes have resident, in mebibytes, as Linux's `/proc` tells it.
enum Memory {
  /// This process.
  static var resident: Double? { resident(of: "self") }

  /// The processes of this process's pages.
  static var residentInPages: Double? {
    let all = processes
    let pages = all.filter { $0.value.name == "WebKitWebProces" && isOurs($0.key, among: all) }  // names are cut
    return pages.isEmpty ? nil : pages.compactMap { resident(of: "\($0.key)") }.reduce(0, +)
  }

  private typealias Processes = [Int: (name: String, parent: Int)]

  /// WebKit's processes are not our children but theirs: sandboxes stand between.
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
      else { return }  // the process is gone again
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
