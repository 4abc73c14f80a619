import Foundation

/// A PostgreSQL server with a Unix socket in a temporary folder. Its data is in this folder too, unless it is kept.
///
/// A shell process controls the server. When the test process ends, even by a crash, the shell stops the server and
/// removes the folder.
package final class PostgreSQLTestServer: Sendable {
  /// The folder of the socket.
  package let folder: URL
  /// The folder of the cluster.
  private let data: URL
  private let programs: PostgreSQLPrograms
  private let commands = Pipe()
  private let answers = Pipe()
  private let lock = NSLock()

  /// The server of the test process, started by the first test that needs it.
  package static let shared = Result { try PostgreSQLTestServer() }

  /// Creates a cluster and starts the server. This takes one or two seconds.
  ///
  /// - Parameters:
  ///   - settings: lines of `postgresql.conf`. The default turns `fsync` off, because the tests end processes but never the
  ///     operating system.
  ///   - kept: a folder for the cluster that stays, with the databases of an earlier server; nil for a temporary one.
  package init(settings: [String] = ["fsync=off"], keptIn kept: URL? = nil) throws {
    programs = try PostgreSQLPrograms.find()
    let name = "onside-ledger-\(UUID().uuidString.prefix(8))"
    // Use a short name, because the path of a socket may have at most 107 bytes.
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    data = kept ?? folder.appendingPathComponent("data")
    for folder in [folder, kept].compactMap(\.self) {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if let user = programs.user, chown(folder.path, user.id, user.group) != 0 {
        throw PostgreSQLTestError("\(folder.path) cannot be given to \(user.name)")
      }
    }
    try begin(settings)
  }

  private func begin(_ settings: [String]) throws {
    let lines = settings + ["listen_addresses=''", "unix_socket_directories='\(folder.path)'", "max_connections=300"]
    let process = programs.process(
      "/bin/sh",
      ["-c", Self.script, "sh", programs.folder.path, folder.path, data.path, lines.joined(separator: "\n")])
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    try checkAnswer("start")
  }

  /// A shell script that starts and controls the server. Each role can connect without a password, except `secretive`,
  /// whose password is `hunter2`.
  private static let script = """
    set -e
    bin=$1 folder=$2 data=$3 settings=$4
    exec 3>&1 >"$folder/log" 2>&1
    if [ ! -e "$data/postgresql.conf" ]; then
      "$bin/initdb" -D "$data" -U ledger --auth=trust --encoding=UTF8 --no-locale --no-sync
      printf 'local all secretive scram-sha-256\\nlocal all all trust\\n' >"$data/pg_hba.conf"
      is_new=yes
    fi
    # The last line for a setting counts.
    printf '%s\\n' "$settings" >>"$data/postgresql.conf"
    trap '' INT TERM HUP
    "$bin/pg_ctl" -D "$data" -w -t 600 -l "$folder/server.log" start 3>&-
    if [ "${is_new:-}" ]; then
      "$bin/psql" -q -h "$folder" -U ledger -d postgres -c "CREATE ROLE secretive LOGIN PASSWORD 'hunter2'"
    fi
    echo ready >&3
    while read -r words; do
      if "$bin/pg_ctl" -D "$data" -w -l "$folder/server.log" $words 3>&-; then
        echo ready >&3
      else
        echo error >&3
      fi
    done
    "$bin/pg_ctl" -D "$data" -m immediate stop || true
    rm -rf "$folder"
    """

  /// Creates an empty database, and returns its connection string.
  package func makeDatabase() throws -> String {
    let name = "test_\(UUID().uuidString.prefix(8).lowercased())"
    try run("CREATE DATABASE \(name)", in: "postgres")
    return connection(to: name)
  }

  /// Creates a database with a name, unless a kept cluster has it, and returns its connection string.
  package func database(named name: String) throws -> String {
    let found = try run("SELECT 1 FROM pg_database WHERE datname = '\(name)'", in: "postgres")
    if found.isEmpty { try run("CREATE DATABASE \(name)", in: "postgres") }
    return connection(to: name)
  }

  /// Returns the connection string of a database.
  package func connection(to database: String, user: String = "ledger") -> String {
    "host=\(folder.path) user=\(user) dbname=\(database)"
  }

  /// Runs SQL with `psql`.
  ///
  /// - Parameter database: a name, or a connection string.
  /// - Returns: the rows, one in each line, with `|` between the columns.
  @discardableResult
  package func run(_ sql: String, in database: String) throws -> String {
    let target = database.contains("=") ? database : connection(to: database)
    return try programs.run("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", target, "-c", sql])
  }

  /// Waits until a statement in a database waits for a lock. Throws if that takes longer than two minutes.
  ///
  /// - Parameter pattern: a pattern of `LIKE` for the statement's text.
  package func waitForLock(of pattern: String = "%", in database: String) async throws {
    let end = ContinuousClock.now + .seconds(120)
    let sql = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '\(pattern)'
      """
    while try run(sql, in: database) == "0" {
      guard ContinuousClock.now < end else {
        throw PostgreSQLTestError("no statement like \(pattern) waited for a lock within two minutes")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Stops the server as a crash would, and starts it again. Other commands wait until it has started.
  package func crashAndRestart() throws {
    try control("restart -m immediate")
  }

  /// Stops the server. All its connections end.
  package func stop() throws { try control("stop -m fast") }

  /// Starts the server again after ``stop()``.
  package func start() throws { try control("start") }

  /// Suspends all processes of the server: its connections stay open, and no request is answered.
  package func hang() throws { try signal(SIGSTOP) }

  /// Continues all processes of the server after ``hang()``.
  package func resume() throws { try signal(SIGCONT) }

  private func signal(_ signal: Int32) throws {
    let file = try String(contentsOf: data.appendingPathComponent("postmaster.pid"), encoding: .utf8)
    guard let postmaster = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw PostgreSQLTestError("PostgreSQL's postmaster.pid has no process")
    }
    // Suspend the main process before listing its children. Otherwise it could start more children.
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

  /// Sends a command to the shell, which runs `pg_ctl`. If the test process ran `pg_ctl` itself, `Process` would also
  /// wait for the server that `pg_ctl` starts.
  private func control(_ words: String) throws {
    lock.lock()
    defer { lock.unlock() }
    try commands.fileHandleForWriting.write(contentsOf: Data("\(words)\n".utf8))
    try checkAnswer(words)
  }

  /// Waits until the shell has run a command, and throws if the command failed.
  private func checkAnswer(_ words: String) throws {
    guard try answers.fileHandleForReading.read(upToCount: 6) == Data("ready\n".utf8) else {
      throw PostgreSQLTestError("pg_ctl \(words) failed; the files in \(folder.path) contain the reason")
    }
  }
}

/// The error of a test that cannot continue.
package struct PostgreSQLTestError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
