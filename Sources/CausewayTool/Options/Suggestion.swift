/// A search for the words that a user probably meant.
package enum Suggestion {
  /// Returns the candidates that are most similar to a mistyped word, at most three. Returns none if no candidate is
  /// similar enough.
  package static func closest(to word: String, among candidates: [String]) -> [String] {
    let typed = letters(of: word)
    guard !typed.isEmpty else { return [] }
    let distances = candidates.map { (candidate: $0, distance: distance(typed, letters(of: $0))) }
    let least = distances.map(\.distance).min() ?? .max
    // Accept one mistake for every three letters, but at least one and at most three. With more mistakes, any short word
    // would be similar.
    if least <= max(1, min(3, typed.count / 3)) {
      return first(distances.filter { $0.distance == least }.map(\.candidate))
    }
    guard typed.count > 1 else { return [] }
    return first(
      candidates.filter { candidate in
        let other = letters(of: candidate)
        return other.starts(with: typed) || (other.count > 2 && typed.starts(with: other))
      })
  }

  /// Returns the end of an error text, such as `; did you mean --trace?`; empty if there is no suggestion.
  package static func question(_ word: String, among candidates: [String], prefix: String = "") -> String {
    list(closest(to: word, among: candidates), prefix: prefix)
  }

  /// Returns the end of an error text that asks whether one of the words was meant; empty if there are no words.
  package static func list(_ words: [String], prefix: String = "") -> String {
    let words = words.map { prefix + $0 }
    guard let last = words.last else { return "" }
    let rest = words.dropLast().joined(separator: ", ")
    return "; did you mean \(rest.isEmpty ? last : "\(rest) or \(last)")?"
  }

  private static func first(_ words: [String]) -> [String] { Array(words.prefix(3)) }

  /// Returns the letters that are compared. The dashes at the beginning of an option are ignored, because `-trace`
  /// means `--trace`, and so are capital letters.
  private static func letters(of word: String) -> [Character] { Array(word.lowercased().drop { $0 == "-" }) }

  /// Returns how many letters must be inserted, removed, replaced or swapped with a neighbor to get from one word to the
  /// other.
  package static func distance(_ first: [Character], _ second: [Character]) -> Int {
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      for column in 1...second.count {
        let isSame = first[row - 1] == second[column - 1]
        var least = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          least = min(least, beforePrevious[column - 2] + 1)
        }
        current.append(least)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
