/// A stack of finished elements, whose top part can be moved into an array in one step.
///
/// The parser collects the children of all open arrays and objects here, so that each array is allocated once, with its
/// exact size.
struct JSONParserStack<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var elements: UnsafeMutablePointer<Element>
  /// Whether the stack allocated its memory.
  private var ownsMemory = false

  /// Creates an empty stack.
  /// - Parameter memory: uninitialized memory that outlives the stack. It is used until it is full, so that parsing a
  ///   small text allocates no memory for its stacks.
  init(in memory: UnsafeMutableBufferPointer<Element>) {
    capacity = memory.count
    elements = memory.baseAddress ?? .allocate(capacity: 0)
    ownsMemory = memory.baseAddress == nil
  }

  deinit {
    elements.deinitialize(count: count)
    if ownsMemory { elements.deallocate() }
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    elements.advanced(by: count).initialize(to: element)
    count &+= 1
  }

  /// Removes and returns the last element. The stack must not be empty.
  @inline(__always)
  mutating func pop() -> Element {
    count &-= 1
    return elements.advanced(by: count).move()
  }

  /// Removes the elements from a position on and returns them as an array.
  mutating func popAll(from start: Int) -> [Element] {
    let popped = count &- start
    count = start
    // Unlike `Array(unsafeUninitializedCapacity:)`, this code is specialized here and needs no lookup of the array's
    // type.
    var array: [Element] = []
    array.reserveCapacity(popped)
    for position in start..<start &+ popped { array.append(elements.advanced(by: position).move()) }
    return array
  }

  /// The address of the last element. The stack must not be empty.
  @inline(__always)
  var last: UnsafeMutablePointer<Element> { elements.advanced(by: count &- 1) }

  @inline(never)
  private mutating func grow() {
    let newCapacity = max(64, capacity * 2)
    let newElements = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    newElements.moveInitialize(from: elements, count: count)
    if ownsMemory { elements.deallocate() }
    elements = newElements
    capacity = newCapacity
    ownsMemory = true
  }
}
