import CausewayFiles
import CausewayJSON
import Foundation

extension StoreKitConfiguration {
  /// The maximum size of a file, in bytes: 64 MiB.
  public static let maximumBytes = 64 << 20

  /// Reads a file.
  ///
  /// - Parameter bytes: the content of the file, JSON in UTF-8.
  /// - Parameter file: the file's name in errors.
  /// - Throws: ``CatalogError`` with all mistakes in the file.
  public init(parsing bytes: some Collection<UInt8>, file: String) throws(CatalogError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge(file) }
    let mistakes = CatalogMistakes()
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw CatalogError(file: file, problem: "not JSON: \(error)")
    }
    guard let members = value.objectValue else { throw CatalogError(file: file, problem: "not a JSON object") }
    var reader = ConfigurationReader(CatalogObject(members: members, path: .file, mistakes: mistakes))
    guard let configuration = reader.configuration() else {
      throw CatalogError(file: file, mistakes: mistakes.all)
    }
    self = configuration
  }

  /// Reads a file.
  ///
  /// - Throws: ``CatalogError`` with all mistakes in the file, or with the reason why it cannot be read.
  public init(contentsOf file: URL) throws(CatalogError) {
    let bytes: Data
    do {
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      guard size <= Self.maximumBytes else { throw CatalogError.tooLarge(file.relativePath) }
      bytes = try Data(contentsOf: file)
    } catch let error as CatalogError {
      throw error
    } catch {
      throw CatalogError(file: file.relativePath, problem: "cannot be read: \(FileReason.of(error, at: file.path))")
    }
    try self.init(parsing: bytes, file: file.relativePath)
  }
}

extension CatalogError {
  fileprivate static func tooLarge(_ file: String) -> CatalogError {
    CatalogError(file: file, problem: "larger than \(StoreKitConfiguration.maximumBytes) bytes")
  }

  fileprivate init(file: String, problem: String) {
    self.init(file: file, mistakes: [Mistake(place: "", problem: problem)])
  }
}
