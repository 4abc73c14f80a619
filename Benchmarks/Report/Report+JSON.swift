import CausewayJSON

extension Report {
  /// The report as one JSON object: `ratios`, `figures`, and every row of every section.
  var json: String {
    var ratios = JSONObject()
    for (name, value) in self.ratios { ratios[name] = .number(value) }
    var figures = JSONObject()
    for (name, value) in self.figures { figures[name] = .number(value) }
    let parts = sections.map { section in
      JSONValue.object(["title": .string(section.title), "rows": .array(section.rows.map(Self.object))])
    }
    let value: JSONValue = ["ratios": .object(ratios), "figures": .object(figures), "parts": .array(parts)]
    return value.json + "\n"
  }

  private static func object(_ row: Row) -> JSONValue {
    var object: JSONObject = ["what": .string(row.what), "value": .number(row.value), "unit": .string(row.unit)]
    object["baseline"] = row.baseline.map(JSONValue.string)
    object["ratio"] = row.ratio.map(JSONValue.number)
    return .object(object)
  }
}
