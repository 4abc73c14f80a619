import Foundation

/// The pages of the examples, as files that an app can serve.
public enum ExamplePages {
  /// Returns the folder of an example, such as `today`, which contains the page `index.html`. Returns nil if there is
  /// no such example.
  public static func folder(of example: String) -> URL? {
    Bundle.module.url(forResource: example, withExtension: nil)
  }
}
