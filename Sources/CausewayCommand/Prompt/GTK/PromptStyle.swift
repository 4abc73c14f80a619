#if os(Linux)
import CausewayGTK

extension StyleSheet {
  /// The style sheet of the prompts.
  @MainActor static let prompt = StyleSheet(PackageResources.prompt_css)
}
#endif
