/// A list of weak references to objects, in the order in which the objects were added.
struct WeakList<Element: AnyObject>: Sequence {
  private struct Reference {
    weak var element: Element?
  }

  private var references: [Reference] = []

  mutating func add(_ element: Element) {
    references.removeAll { $0.element == nil }
    references.append(Reference(element: element))
  }

  func makeIterator() -> IndexingIterator<[Element]> {
    references.compactMap(\.element).makeIterator()
  }
}
