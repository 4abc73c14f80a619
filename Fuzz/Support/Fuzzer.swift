/// The functions that all fuzzing programs share. libFuzzer contains `main`, which calls the program's
/// `LLVMFuzzerTestOneInput` with each input.
@MainActor public enum Fuzzer {
  /// Calls `body` with the input of `LLVMFuzzerTestOneInput`, and returns the value that this function must return.
  ///
  /// libFuzzer calls this function on the main thread. An input fails if `body` traps; ``expect(_:_:file:line:)`` traps
  /// with a reason.
  public static func test(
    _ data: UnsafePointer<UInt8>?, _ size: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> CInt {
    body(UnsafeBufferPointer(start: data, count: size))
    return 0
  }

  /// Returns the lines of an input that are not empty. The input is split at the byte 0A, because a `String` treats a
  /// carriage return and a line feed as one character and would not split there.
  public static func lines(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Traps with a reason unless the condition is true. The trap ends the process, and thus the run.
public func expect(
  _ condition: @autoclosure () throws -> Bool, _ reason: @autoclosure () -> String,
  file: StaticString = #file, line: UInt = #line
) {
  do {
    guard try condition() else { fatalError(reason(), file: file, line: line) }
  } catch {
    fatalError("\(reason()): \(error)", file: file, line: line)
  }
}
