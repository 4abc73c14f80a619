/// Where a session outlasts the process.
protocol SessionStorage: Sendable {
  /// The session that was kept last; nil for none.
  func load() throws -> KeptSession?
  /// Keeps a session in the place of the one before; nil for none.
  func keep(_ session: KeptSession?) throws
}
