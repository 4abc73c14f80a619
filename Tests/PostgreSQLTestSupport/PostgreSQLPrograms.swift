import Foundation

/// The programs of PostgreSQL, and the user who runs them.
struct PostgreSQLPrograms {
  struct User {
    let name: String
    let id: uid_t
    let group: gid_t
  }

  let folder: URL
  /// The user as whom root runs the programs, because PostgreSQL does not run as root; nil if this process does not run
  /// as root.
  let user: User?

  static func find() throws -> PostgreSQLPrograms {
    let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
    // If the folder does not exist, PostgreSQL is not installed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
    let folders = names.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map {
      versions.appendingPathComponent($0).appendingPathComponent("bin")
    }
    guard
      let folder = folders.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("initdb").path)
      })
    else {
      throw PostgreSQLTestError(
        "PostgreSQL is not in \(versions.path): run script/setup, or apt-get install postgresql")
    }
    return PostgreSQLPrograms(folder: folder, user: getuid() == 0 ? try unprivileged() : nil)
  }

  private static func unprivileged() throws -> User {
    guard let entry = getpwnam("postgres") ?? getpwnam("nobody") else {
      throw PostgreSQLTestError("PostgreSQL does not run as root, and there is no user postgres or nobody")
    }
    return User(name: String(cString: entry.pointee.pw_name), id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
  }

  /// Returns a process for a program, which the caller must start.
  func process(_ program: String, _ arguments: [String]) -> Process {
    let path = program.hasPrefix("/") ? program : folder.appendingPathComponent(program).path
    let process = Process()
    if let user {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments = ["--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", "--", path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
    }
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    return process
  }

  /// Runs a program and waits for its end.
  ///
  /// - Returns: its output.
  func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = process(program, arguments)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw PostgreSQLTestError("\(program) \(arguments.joined(separator: " ")): \(text)")
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
