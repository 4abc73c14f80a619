/// A stack of finished elements, whose top part can be moved into an array in one step.
///
/// The parser collects the children of all open arrays and objects here, so that each array is allocated once, with its
/// exact size.
struct JSONParserStack<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var elements: UnsafeMutablePointer<Element>?

  init() {}

  deinit {
    elements?.deinitialize(count: count)
    elements?.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    // Growing allocates the memory; it is nil only while the capacity is 0.
    elements.unsafelyUnwrapped.advanced(by: count).initialize(to: element)
    count &+= 1
  }

  /// The last element. The stack must not be empty.
  @inline(__always)
  var top: Element {
    get { elements.unsafelyUnwrapped[count &- 1] }
    _modify { yield &elements.unsafelyUnwrapped[count &- 1] }
  }

  /// Removes and returns the last element. The stack must not be empty.
  @inline(__always)
  mutating func pop() -> Element {
    count &-= 1
    return elements.unsafelyUnwrapped.advanced(by: count).move()
  }

  /// Removes the elements from a position on and returns them as an array.
  mutating func popAll(from start: Int) -> [Element] {
    let popped = count - start
    guard popped > 0, let first = elements?.advanced(by: start) else { return [] }
    count = start
    // Unlike `Array(unsafeUninitializedCapacity:)`, this code is specialized here and needs no lookup of the array's
    // type.
    var array: [Element] = []
    array.reserveCapacity(popped)
    for position in 0..<popped { array.append(first.advanced(by: position).move()) }
    return array
  }

  @inline(never)
  private mutating func grow() {
    let newCapacity = max(16, capacity * 2)
    let newElements = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    if let elements {
      newElements.moveInitialize(from: elements, count: count)
      elements.deallocate()
    }
    elements = newElements
    capacity = newCapacity
  }
}
