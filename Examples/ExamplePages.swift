import Foundation

/// The pages of the examples, as files that an app can serve.
public enum ExamplePages {
  /// The folder of an example, such as `today`; its page is `index.html` in it. Nil if there is no such example.
  public static func folder(of example: String) -> URL? {
    Bundle.module.url(forResource: example, withExtension: nil)
  }
}
