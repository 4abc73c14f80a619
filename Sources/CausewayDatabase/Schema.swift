/// The tables, indexes, views and triggers of a database, and the tables' columns.
struct Schema {
  private let parts: Set<[DatabaseValue]>

  /// Reads the schema of a database.
  init(of connection: Connection) throws(DatabaseError) {
    // Do not compare the SQL itself, because versions of SQLite write it differently after `ALTER TABLE`.
    let objects = try connection.query("SELECT type, name, tbl_name FROM sqlite_schema") {
      row throws(DatabaseError) -> [DatabaseValue] in
      [.text(try row.text(0)), .text(try row.text(1)), .text(try row.text(2))]
    }
    let columns = try connection.query(
      """
      SELECT schema.name, field.cid, field.name, field.type, field."notnull", field.pk, field.dflt_value
      FROM sqlite_schema AS schema, pragma_table_xinfo(schema.name) AS field WHERE schema.type = 'table'
      """
    ) { row throws(DatabaseError) -> [DatabaseValue] in
      [
        .text(try row.text(0)), .integer(try row.integer(1)), .text(try row.text(2)), .text(try row.text(3)),
        .integer(try row.integer(4)), .integer(try row.integer(5)), DatabaseValue(try row.textOrNil(6)),
      ]
    }
    parts = Set(objects).union(columns)
  }

  /// Creates the schema that results from the first `version` migrations of a definition.
  init(of definition: DatabaseDefinition, version: Int) throws(DatabaseError) {
    let connection = try Connection(":memory:", create: true)
    for migration in definition.migrations.prefix(version) { try connection.run(migration) }
    try self.init(of: connection)
  }

  /// Returns whether this schema contains all parts of another one.
  func contains(_ other: Schema) -> Bool { other.parts.isSubset(of: parts) }
}
