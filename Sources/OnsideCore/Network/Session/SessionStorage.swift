/// The storage in which a session survives the end of the process.
protocol SessionStorage: Sendable {
  /// Returns the stored session; nil if there is none.
  func load() throws -> KeptSession?
  /// Stores a session in place of the previous one; nil deletes it.
  func keep(_ session: KeptSession?) throws
}
