/// What the programs of this package share; libFuzzer has their `main`, and calls `LLVMFuzzerTestOneInput` in each.
@MainActor public enum Fuzzer {
  /// Calls the body with the input that libFuzzer gave to `LLVMFuzzerTestOneInput`; gives what that has to return.
  ///
  /// libFuzzer calls on the thread that started it, which is the main one. An input has failed if the body traps, which
  /// ``expect(_:_:file:line:)`` does with a reason.
  public static func test(
    _ data: UnsafePointer<UInt8>?, _ size: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> CInt {
    body(UnsafeBufferPointer(start: data, count: size))
    return 0
  }

  /// The lines of an input that are not empty, split at the byte 0A: a carriage return before it is no reason to join two
  /// lines, as it is between the characters of a `String`.
  public static func lines(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Ends the process, and with it the run, unless the condition holds.
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
