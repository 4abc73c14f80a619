import OnsideCore

/// The screens of this platform.
/// - Parameter delegate: who decides in which scene they are shown, where there are scenes; asked anew for each screen.
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
