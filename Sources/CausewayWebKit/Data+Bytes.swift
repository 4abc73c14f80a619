import Causeway
import Foundation

/// `Data` as it is, without a copy.
private struct DataStorage: ByteStorage {
  let data: Data

  var count: Int { data.count }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try data.withUnsafeBytes(body)
  }
}

extension Bytes {
  /// The bytes of data, without a copy.
  public init(_ data: Data) {
    self.init(storage: DataStorage(data: data))
  }
}

extension Data {
  /// Bytes as data: without a copy where they are some already, as those that a page passes in a web view are.
  public init(_ bytes: Bytes) {
    self = (bytes.storage as? DataStorage)?.data ?? bytes.withUnsafeBytes { Data($0) }
  }
}
