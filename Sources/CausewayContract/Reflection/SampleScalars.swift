/// The strings and numbers that a type reads while it is observed. The list has strings for common types that accept
/// only some strings, such as a UUID or a date.
struct SampleScalars: Equatable {
  let string: String
  let number: Int

  static let all = [
    // The first text is not empty, because an initializer that reads the first letter of a text without a check would
    // stop the app.
    SampleScalars(string: "a", number: 1),
    SampleScalars(string: "", number: 0),
    SampleScalars(string: "00000000-0000-0000-0000-000000000000", number: 2),
    SampleScalars(string: "2001-01-01T00:00:00Z", number: 2001),
    SampleScalars(string: "2001-01-01", number: 10),
    SampleScalars(string: "https://example.com/", number: 100),
    SampleScalars(string: "a@example.com", number: -1),
    SampleScalars(string: "1", number: 1),
  ]
}
