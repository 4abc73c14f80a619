#if canImport(Security)
import Foundation
import Security

/// A session in a keychain.
///
/// On iOS, the session is in the device's keychain. It can be read after the user has unlocked the device once, is not
/// copied to other devices, and stays when the app is removed. On macOS, the session is in the user's login keychain,
/// which is unlocked by the login and does not use `kSecAttrAccessible`. The data protection keychain of macOS
/// (`kSecUseDataProtectionKeychain`) requires an entitlement, which command-line tools do not have.
struct SessionKeychain: SessionStorage {
  /// The store and the app. Each combination of a store and an app has its own session.
  let address: StoreAddress

  /// An error status of the keychain.
  struct Failure: Error, CustomStringConvertible {
    let status: OSStatus
    var description: String { "the keychain returned the status \(status)" }
  }

  func load() throws -> KeptSession? {
    var query = item
    query[kSecReturnData] = true
    var found: CFTypeRef?
    switch SecItemCopyMatching(query as CFDictionary, &found) {
    case errSecSuccess: return try (found as? Data).map { try JSONDecoder().decode(KeptSession.self, from: $0) }
    case errSecItemNotFound: return nil
    case let status: throw Failure(status: status)
    }
  }

  func keep(_ session: KeptSession?) throws {
    guard let session else {
      let status = SecItemDelete(item as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
      return
    }
    let content: [CFString: Any] = [
      kSecValueData: try JSONEncoder().encode(session),
      kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
    var status = SecItemUpdate(item as CFDictionary, content as CFDictionary)
    if status == errSecItemNotFound {
      status = SecItemAdd(item.merging(content) { _, new in new } as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw Failure(status: status) }
  }

  private var item: [CFString: Any] {
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "Onside session of \(address.app)",
      kSecAttrAccount: address.url.absoluteString,
    ]
  }
}
#endif
