import Foundation
import OnsideMerchant
import SeededGenerator
import Testing

/// Reading and writing dates in the format of RFC 3339.
@Suite("RFC 3339") struct DateTests {
  @Test(
    "Dates in the RFC's format are read",
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050.52),
      ("1996-12-19T16:39:57-08:00", 851_042_397),
      ("1990-12-31T23:59:60Z", 662_688_000),
      ("1990-12-31T15:59:60-08:00", 662_688_000),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13),
      ("1970-01-01t00:00:00z", 0),
      ("1970-01-01T00:00:00-00:00", 0),
      ("2000-02-29T00:00:00Z", 951_782_400),
      ("0000-01-01T00:00:00Z", -62_167_219_200),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
    ])
  func read(text: String, seconds: TimeInterval) throws {
    let date = try #require(RFC3339.date(text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0004)
  }

  @Test(
    "Other texts are not read as dates",
    arguments: [
      "", "2026", "2026-01-31", "2026-01-31 12:00:00Z", "2026-01-31T12:00:00", "2026-01-31T12:00Z",
      "2026-1-31T12:00:00Z", "2026-00-31T12:00:00Z", "2026-13-01T12:00:00Z", "2026-01-00T12:00:00Z",
      "2026-01-32T12:00:00Z", "2026-04-31T12:00:00Z", "2026-02-29T12:00:00Z", "2100-02-29T12:00:00Z",
      "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:61Z", "2026-01-31T12:00:60Z",
      "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00,5Z", "2026-01-31T12:00:00+1:00", "2026-01-31T12:00:00+0100",
      "2026-01-31T12:00:00+24:00", "2026-01-31T12:00:00+01:60", "2026-01-31T12:00:00Z ", " 2026-01-31T12:00:00Z",
      "2026-01-31T12:00:00ZZ", "+2026-01-31T12:00:00Z", "20260-01-31T12:00:00Z", "２026-01-31T12:00:00Z",
      "2026-01-31T12:00:00\u{0}Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:00-00:01",
    ])
  func refused(text: String) {
    #expect(RFC3339.date(text) == nil)
  }

  @Test("Fractions of a millisecond are cut off")
  func fine() throws {
    #expect(RFC3339.date("2026-01-31T12:00:00.1239999Z") == RFC3339.date("2026-01-31T12:00:00.123Z"))
    #expect(RFC3339.date("2026-01-31T12:00:00.1Z") == RFC3339.date("2026-01-31T12:00:00.100Z"))
  }

  @Test("A date of any day and millisecond, written and read again, is the same")
  func writing() throws {
    var generator = SeededGenerator()
    for _ in 0..<20_000 {
      let milliseconds = Int.random(in: -62_167_219_200_000..<253_402_300_800_000, using: &generator)
      let date = Date(timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1000)
      let text = RFC3339.text(date)
      #expect(RFC3339.date(text) == date, "\(text), seed \(generator.seed)")
    }
  }

  @Test("Foundation reads the same date from the written text")
  func foundation() throws {
    var generator = SeededGenerator()
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<2000 {
      // Use only dates after 1582, because Foundation uses the Julian calendar for earlier dates.
      let date = Date(timeIntervalSince1970: Double.random(in: -12_000_000_000...250_000_000_000, using: &generator))
      let text = RFC3339.text(date)
      let there = try (text.contains(".") ? format : Date.ISO8601FormatStyle()).parse(text)
      #expect(abs(there.timeIntervalSince(date)) < 0.001, "\(text), seed \(generator.seed)")
    }
  }

  @Test("A date that cannot be written becomes the nearest date that can be written")
  func bounds() {
    #expect(RFC3339.text(.distantPast.addingTimeInterval(-1e12)) == "0000-01-01T00:00:00Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: 1e15)) == "9999-12-31T23:59:59.999Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59.999Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: 0.9996)) == "1970-01-01T00:00:01Z")
  }
}
