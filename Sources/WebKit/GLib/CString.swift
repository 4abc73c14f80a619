import CWebKitGTK

extension String {
  /// Copies a string that C code owns; nil for a null pointer.
  init?(borrowing text: UnsafePointer<CChar>?) {
    guard let text else { return nil }
    self.init(cString: text)
  }
}
