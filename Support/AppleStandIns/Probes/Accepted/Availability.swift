// An API that is newer than the oldest deployment target may be used after an `#available` check.
import Foundation

func address(_ text: String) -> URL? {
  if #available(macOS 14, iOS 17, *) { URL(string: text, encodingInvalidCharacters: false) } else { URL(string: text) }
}
