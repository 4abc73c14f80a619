#if os(Linux)
import CausewayGTK

extension StyleSheet {
  /// That of the prompts.
  @MainActor static let prompt = StyleSheet(PackageResources.prompt_css)
}
#endif
