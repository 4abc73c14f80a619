import CXTest

/// The pointer and the keyboard of a session's X display. Its input is the same for the page as that of a person.
///
/// One task at a time uses the object.
final class InputDisplay {
  private let display: OpaquePointer
  private var isOpen = true
  /// The number of the display's pixels per CSS pixel, in each direction.
  private let scale: Double
  private var keyboard: Keyboard

  private static let prepare: Void = cx_prepare()

  /// Opens the display.
  ///
  /// - Throws: ``WebDriverError`` if the display cannot be reached, or has no extension XTEST.
  init(_ name: String, scale: Int) throws(WebDriverError) {
    _ = Self.prepare
    guard let display = cx_open(name) else {
      throw WebDriverError(.sessionNotCreated, "the display \(name) of the page cannot be reached")
    }
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else {
      XCloseDisplay(display)
      throw WebDriverError(.sessionNotCreated, "the display \(name) has no extension XTEST")
    }
    self.display = display
    self.scale = Double(scale)
    keyboard = Keyboard(display)
    // Otherwise a key that a slow machine holds down would be typed several times.
    XAutoRepeatOff(display)
  }

  deinit { close() }

  /// Closes the connection. Later input has no effect.
  func close() {
    guard isOpen else { return }
    isOpen = false
    XCloseDisplay(display)
  }

  /// Gives the keyboard's focus to the page's window, because the display has no window manager that would do it.
  func focus() {
    guard isOpen else { return }
    let window = cx_top_window(display)
    guard window.id != 0 else { return }
    XSetInputFocus(display, window.id, Int32(RevertToPointerRoot), Time(CurrentTime))
    XSync(display, 0)
  }

  /// The rectangle of the page's window; nil if it has none.
  var windowRectangle: WindowRectangle? {
    guard isOpen else { return nil }
    let window = cx_top_window(display)
    return window.id == 0 ? nil : rectangle(window.x, window.y, window.width, window.height)
  }

  /// The rectangle of the whole screen.
  var screenRectangle: WindowRectangle {
    rectangle(0, 0, isOpen ? cx_screen_width(display) : 0, isOpen ? cx_screen_height(display) : 0)
  }

  private func rectangle(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> WindowRectangle {
    func points(_ pixels: Int32) -> Int { Int((Double(pixels) / scale).rounded()) }
    return WindowRectangle(x: points(x), y: points(y), width: points(width), height: points(height))
  }

  /// Moves and resizes the page's window. The window is at most as large as the screen.
  func place(_ rectangle: WindowRectangle) {
    guard isOpen else { return }
    let window = cx_top_window(display)
    guard window.id != 0 else { return }
    func pixels(_ points: Int) -> Double { Double(points) * scale }
    // Positions in X11 have 16 bits.
    func position(_ points: Int) -> Int32 { Int32(min(max(pixels(points), Double(Int16.min)), Double(Int16.max))) }
    func size(_ points: Int, _ largest: Int32) -> UInt32 { UInt32(min(max(pixels(points), 1), Double(largest))) }
    XMoveResizeWindow(
      display, window.id, position(rectangle.x), position(rectangle.y),
      size(rectangle.width, cx_screen_width(display)), size(rectangle.height, cx_screen_height(display)))
    XSync(display, 0)
  }

  /// Moves the pointer to a point of the page's view, in CSS pixels.
  func move(to point: Point) {
    guard isOpen else { return }
    let window = cx_top_window(display)
    XTestFakeMotionEvent(display, -1, window.x + pixel(point.x), window.y + pixel(point.y), 0)
    XSync(display, 0)
  }

  /// Returns the pixel in the middle of a CSS pixel. X11's coordinates have 16 bits, so a position beyond them becomes
  /// the nearest one.
  private func pixel(_ position: Double) -> Int32 {
    let pixel = ((position + 0.5) * scale).rounded(.down)
    return Int32(min(max(pixel, Double(Int16.min)), Double(Int16.max)))
  }

  func press(button: PointerButton) { send(button.rawValue, isDown: true) }

  func release(button: PointerButton) { send(button.rawValue, isDown: false) }

  private func send(_ button: UInt32, isDown: Bool) {
    guard isOpen else { return }
    XTestFakeButtonEvent(display, button, isDown ? 1 : 0, 0)
    XSync(display, 0)
  }

  /// Turns the wheel.
  /// - Parameter notches: the number of steps in each direction, to the right and down.
  func turnWheel(_ notches: (x: Int, y: Int)) {
    guard isOpen else { return }
    for (count, forward, backward) in [(notches.y, UInt32(5), UInt32(4)), (notches.x, 7, 6)] {
      for _ in 0..<abs(count) {
        for isDown: Int32 in [1, 0] {
          XTestFakeButtonEvent(display, count > 0 ? forward : backward, isDown, 0)
        }
      }
    }
    XSync(display, 0)
  }

  /// Returns whether the keyboard types a character only while Shift is down.
  func needsShift(_ key: Unicode.Scalar) -> Bool { keyboard.needsShift(KeyTable.keysym(of: key)) }

  /// Returns the key that types a character now.
  /// - Parameter isShifted: whether Shift is down.
  func code(of key: Unicode.Scalar, isShifted: Bool) -> KeyCode {
    isOpen ? keyboard.code(of: KeyTable.keysym(of: key), isShifted: isShifted) : 0
  }

  /// Returns whether the keyboard has no key left for a character. Then all input must be processed before
  /// ``releaseKeys(except:)``.
  func isFull(for key: Unicode.Scalar, isShifted: Bool) -> Bool {
    keyboard.isFull(for: KeyTable.keysym(of: key), isShifted: isShifted)
  }

  /// Makes room for other characters.
  /// - Parameter held: the keys that are down.
  func releaseKeys(except held: some Sequence<KeyCode>) { keyboard.releaseKeys(except: Set(held)) }

  func press(_ code: KeyCode) { send(code, isDown: true) }

  func release(_ code: KeyCode) { send(code, isDown: false) }

  private func send(_ code: KeyCode, isDown: Bool) {
    guard isOpen else { return }
    XTestFakeKeyEvent(display, UInt32(code), isDown ? 1 : 0, 0)
    XSync(display, 0)
  }
}

/// A button of the mouse, with X11's number.
enum PointerButton: UInt32 {
  case left = 1
  case middle = 2
  case right = 3
  case back = 8
  case forward = 9

  /// Creates the button with a number of WebDriver; nil for other numbers.
  init?(webDriver number: Int) {
    let buttons: [Self] = [.left, .middle, .right, .back, .forward]
    guard buttons.indices.contains(number) else { return nil }
    self = buttons[number]
  }
}

/// A point of a page's view, in CSS pixels.
struct Point: Hashable, Sendable {
  var x: Double
  var y: Double

  static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
}
