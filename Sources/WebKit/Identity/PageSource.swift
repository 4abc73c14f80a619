/// The text of this module's own scripts for pages: script files, and a call with arguments in JSON.
@MainActor
enum PageSource {
  /// The world of the identity agent. The names of an app's worlds have a prefix, so that none can equal this name.
  static let agentWorld = "identity"
  /// The name of the agent's handler. No other world may use this name, because WebKitGTK's signal does not distinguish
  /// worlds.
  static let agentHandlerName = "webkitgtkAgent"
  /// The name of a handler in every world with handlers, by which the bootstrap finds the handlers' prototype. The
  /// handler carries only the bootstrap's own messages.
  static let handlerName = "webkitgtkFrame"
  /// The prefix of the names of the events between the agent and the bootstraps.
  private static let eventName = "webkitgtk-frame"

  /// Returns the source of the script that reports a document's frame to the app (`identity-agent.js`), and gives a
  /// token to the bootstrap of each world in `worlds`.
  ///
  /// - Parameter isShared: whether several web views run the script.
  static func agent(worlds: [WKContentWorld], isShared: Bool) -> String {
    call(
      [
        PackageResources.argument_reader_js, PackageResources.reply_reader_js, PackageResources.name_maker_js,
        PackageResources.identity_agent_js,
      ],
      """
      identityAgent(replyReader(argumentReader()), nameMaker(), \(json([agentHandlerName, eventName, ViewProof.stem])), \(isShared), \
      [\(json(worlds.map(\.engineLabel)))])
      """)
  }

  /// Returns the source of a world's bootstrap (`frame-bootstrap.js`). `token` is empty if the identity agent gives the
  /// token.
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

  /// Wraps files in a block, so that none of their names is visible outside. The scope is not a function, because WebKit
  /// would parse the text of a function again for each document.
  private static func call(_ files: [[UInt8]], _ call: String) -> String {
    let text = files.map { compact(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
    return "\"use strict\";\n{\n\(text)\n\(call);\n}"
  }

  /// Returns a file of this module without the lines that consist of comments, and without indentation. WebKit parses the
  /// scripts again for each document, so the length of the text makes loading a page slower. No template in the files
  /// extends over several lines.
  private static func compact(_ file: String) -> String {
    var isComment = false
    let lines = file.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { line in
      if isComment || (line.hasPrefix("/*") && !line.contains("*/")) {
        isComment = !line.hasSuffix("*/")
        return false
      }
      return !line.hasPrefix("//")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a list of arguments, as JavaScript source.
  private static func json(_ arguments: [String]) -> String {
    let data = (try? JSONEncoder().encode(arguments)) ?? Data("[]".utf8)
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }
}
