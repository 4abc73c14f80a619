import OnsideCore

/// Makes the default screens of this platform.
/// - Parameter delegate: returns the delegate that chooses the scene for a screen, on platforms that have scenes.
///   Called for each screen.
@MainActor package func makeDefaultInterface(
  delegate: @escaping @MainActor () -> (any OnsideDelegate)? = { nil }
) -> any OnsideInterface {
  #if os(Linux)
  WindowInterface()
  #elseif canImport(UIKit)
  SheetInterface { screen in delegate()?.onside(hostWindowSceneForScreen: screen) }
  #else
  SheetInterface()
  #endif
}
