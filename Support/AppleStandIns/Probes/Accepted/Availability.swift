// What is newer than the oldest deployment target is allowed where it is asked for.
import Foundation

func address(_ text: String) -> URL? {
  if #available(macOS 14, iOS 17, *) { URL(string: text, encodingInvalidCharacters: false) } else { URL(string: text) }
}
