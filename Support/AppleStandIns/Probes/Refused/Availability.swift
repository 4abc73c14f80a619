// APIs that are newer than the oldest deployment target.
import Foundation

// refused on oldest: 'init(string:encodingInvalidCharacters:)' is only available in
let url = URL(string: "https://example.com/ä", encodingInvalidCharacters: false)

// refused on oldest: 'immediate(name:priority:executorPreference:operation:)' is only available in
let task = Task.immediate { 1 }

// refused on oldest: is only available in
actor Store {
  isolated deinit {}
}

// refused on iOS: 'Process' is unavailable in iOS
let process = Process()
