/// The text of this module's own scripts for pages: files, called with arguments that are written as JSON.
@MainActor
enum PageSource {
  /// The world of the identity agent. An app's worlds have a prefix, so that none can be the same.
  static let agentWorld = "identity"
  /// The agent's handler. No other world may have one of this name: WebKitGTK's signal does not tell worlds apart.
  static let agentHandlerName = "webkitgtkAgent"
  /// A handler in every world with handlers, by which the bootstrap finds their prototype. It takes no messages.
  static let handlerName = "webkitgtkFrame"
  /// The stem of the events between the agent and the bootstraps.
  private static let eventName = "webkitgtk-frame"

  /// The identity agent, for documents with bootstraps in some worlds.
  ///
  /// - Parameter isShared: whether several web views have it.
  static func agent(worlds: [WKContentWorld], isShared: Bool) -> String {
    call(
      [PackageResources.argument_reader_js, PackageResources.reply_reader_js, PackageResources.identity_agent_js],
      """
      identityAgent(replyReader(argumentReader()), \(json([agentHandlerName, eventName, ViewProof.stem])), \(isShared), \
      [\(json(worlds.map(\.engineLabel)))])
      """)
  }

  /// The bootstrap of a world, with a token if the app has made one.
  static func bootstrap(world: WKContentWorld, token: String = "") -> String {
    call(
      [
        PackageResources.message_writer_js, PackageResources.argument_reader_js, PackageResources.reply_reader_js,
        PackageResources.frame_channel_js, PackageResources.frame_bootstrap_js,
      ],
      """
      const write = messageWriter();
      const readArgument = argumentReader();
      frameBootstrap(\(json([handlerName, eventName, world.engineLabel, token])), write, replyReader(readArgument), \
      frameChannel(write, readArgument))
      """)
  }

  /// Files in a scope of their own: nothing of them is seen outside.
  private static func call(_ files: [[UInt8]], _ call: String) -> String {
    let text = files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return "(() => {\n\"use strict\";\n\(text)\n\(call);\n})();"
  }

  /// A list of arguments.
  private static func json(_ arguments: [String]) -> String {
    let data = (try? JSONEncoder().encode(arguments)) ?? Data("[]".utf8)
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }
}
