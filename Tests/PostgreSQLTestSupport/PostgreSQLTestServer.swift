import Foundation

/// A PostgreSQL of its own in a temporary folder, on a Unix socket in there.
///
/// A shell holds it: it stops the server and removes the folder when this process ends, in whatever way.
package final class PostgreSQLTestServer: Sendable {
  /// The folder of the cluster and of the socket.
  package let folder: URL
  private let programs: PostgreSQLPrograms
  private let commands = Pipe()
  private let answers = Pipe()
  private let lock = NSLock()

  /// The server of this process, started by the first test that needs it.
  package static let shared = Result { try PostgreSQLTestServer() }

  /// Makes a cluster and starts it. It takes a second or two.
  ///
  /// - Parameter settings: lines of `postgresql.conf`. Tests kill processes and not the machine, so without `fsync`.
  package init(settings: [String] = ["fsync=off"]) throws {
    programs = try PostgreSQLPrograms.find()
    let name = "onside-ledger-\(UUID().uuidString.prefix(8))"
    // Not the longest of folders: the path of a socket has 107 bytes at most.
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if let user = programs.user, chown(folder.path, user.id, user.group) != 0 {
      throw PostgreSQLTestError("\(folder.path) cannot be given to \(user.name)")
    }
    try begin(settings)
  }

  private func begin(_ settings: [String]) throws {
    let lines = settings + ["listen_addresses=''", "unix_socket_directories='\(folder.path)'", "max_connections=300"]
    let process = programs.process(
      "/bin/sh", ["-c", Self.script, "sh", programs.folder.path, folder.path, lines.joined(separator: "\n")])
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    try checkAnswer("start")
  }

  /// Every role may come in without a password, but `secretive`, whose password is `hunter2`.
  private static let script = """
    set -e
    bin=$1 folder=$2 settings=$3
    exec 3>&1 >"$folder/log" 2>&1
    "$bin/initdb" -D "$folder/data" -U ledger --auth=trust --encoding=UTF8 --no-locale --no-sync
    printf 'local all secretive scram-sha-256\\nlocal all all trust\\n' >"$folder/data/pg_hba.conf"
    printf '%s\\n' "$settings" >>"$folder/data/postgresql.conf"
    trap '' INT TERM HUP
    "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/server.log" start 3>&-
    "$bin/psql" -q -h "$folder" -U ledger -d postgres -c "CREATE ROLE secretive LOGIN PASSWORD 'hunter2'"
    echo ready >&3
    while read -r words; do
      if "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/server.log" $words 3>&-; then
        echo ready >&3
      else
        echo error >&3
      fi
    done
    "$bin/pg_ctl" -D "$folder/data" -m immediate stop || true
    rm -rf "$folder"
    """

  /// The connection string of a new, empty database.
  package func makeDatabase() throws -> String {
    let name = "test_\(UUID().uuidString.prefix(8).lowercased())"
    try run("CREATE DATABASE \(name)", in: "postgres")
    return connection(to: name)
  }

  /// The connection string of a database.
  package func connection(to database: String, user: String = "ledger") -> String {
    "host=\(folder.path) user=\(user) dbname=\(database)"
  }

  /// Runs SQL with `psql`.
  ///
  /// - Parameter database: a name, or a connection string.
  /// - Returns: the rows, one a line, the columns with `|` between them.
  @discardableResult
  package func run(_ sql: String, in database: String) throws -> String {
    let target = database.contains("=") ? database : connection(to: database)
    return try programs.run("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", target, "-c", sql])
  }

  /// Starts it again after it was made to stop as by a crash. Others wait.
  package func crashAndRestart() throws {
    try control("restart -m immediate")
  }

  /// Stops it; every connection is ended.
  package func stop() throws { try control("stop -m fast") }

  /// Starts it again.
  package func start() throws { try control("start") }

  /// Stops all of its processes as a machine that hangs does: connections stay open, and nothing is answered.
  package func hang() throws { try signal(SIGSTOP) }

  /// Lets them go on.
  package func goOn() throws { try signal(SIGCONT) }

  private func signal(_ signal: Int32) throws {
    let file = try String(contentsOf: folder.appendingPathComponent("data/postmaster.pid"), encoding: .utf8)
    guard let postmaster = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw PostgreSQLTestError("PostgreSQL's postmaster.pid has no process")
    }
    // The first one before the others are looked for, so that it starts no more.
    try Self.send(signal, to: postmaster)
    for process in try Self.children(of: postmaster) { try Self.send(signal, to: process) }
  }

  private static func send(_ signal: Int32, to process: pid_t) throws {
    guard kill(process, signal) == 0 || errno == ESRCH else {
      throw PostgreSQLTestError("PostgreSQL's process \(process) cannot be sent signal \(signal)")
    }
  }

  private static func children(of process: pid_t) throws -> [pid_t] {
    let list = "/proc/\(process)/task/\(process)/children"
    return try String(contentsOfFile: list, encoding: .utf8).split(separator: " ").compactMap { pid_t($0) }
  }

  /// The shell starts it, not this process: `Process` would wait for the server as if it were `pg_ctl`.
  private func control(_ words: String) throws {
    lock.lock()
    defer { lock.unlock() }
    try commands.fileHandleForWriting.write(contentsOf: Data("\(words)\n".utf8))
    try checkAnswer(words)
  }

  /// The shell says when the server is as it should be, or ends.
  private func checkAnswer(_ words: String) throws {
    guard try answers.fileHandleForReading.read(upToCount: 6) == Data("ready\n".utf8) else {
      throw PostgreSQLTestError("PostgreSQL does not \(words); the files in \(folder.path) say why")
    }
  }
}

/// The test itself cannot go on.
package struct PostgreSQLTestError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
