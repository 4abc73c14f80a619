import CausewayTransport

/// The header fields of answers with HTML.
enum DocumentFields {
  /// Returns header fields, changed so that the browser does not show HTML without a bridge from its cache.
  static func uncached(_ fields: [HTTPField]) -> [HTTPField] {
    let isStored = !fields.contains {
      $0.name.lowercased() == "cache-control" && $0.value.lowercased().contains("no-store")
    }
    let kept = fields.filter { !isStored || !["cache-control", "expires", "pragma"].contains($0.name.lowercased()) }
    return kept + (isStored ? [HTTPField("Cache-Control", "no-cache")] : [])
      + [HTTPField("Vary", "Sec-Fetch-Dest, Sec-Fetch-Mode")]
  }
}
