import CWebKitGTK

extension String {
  /// A copy of a text that C keeps; nil for no text.
  init?(borrowing text: UnsafePointer<CChar>?) {
    guard let text else { return nil }
    self.init(cString: text)
  }
}
