import Causeway
import Foundation

/// A storage that holds a `Data` value without a copy.
private struct DataStorage: ByteStorage {
  let data: Data

  var count: Int { data.count }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try data.withUnsafeBytes(body)
  }
}

extension Bytes {
  /// Creates bytes that share the storage of `data`, without a copy.
  public init(_ data: Data) {
    self.init(storage: DataStorage(data: data))
  }
}

extension Data {
  /// Creates data from bytes. Does not copy if the bytes already hold a `Data` value, as the bytes that a page passes
  /// in a web view do.
  public init(_ bytes: Bytes) {
    self = (bytes.storage as? DataStorage)?.data ?? bytes.withUnsafeBytes { Data($0) }
  }
}
