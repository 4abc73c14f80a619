/// The generator of the script with which zsh completes the words after `causeway`.
struct ZshCompletions {
  let program: String
  let commands: [CommandSpecification]

  /// The program's name in the names of shell functions.
  private var function: String { program.functionName }

  /// The script, which is either a file such as `_causeway` in a folder of `fpath` or evaluated in `~/.zshrc`.
  var script: String {
    """
    #compdef \(program)
    # Completions of \(program) for zsh. Load them with: source <(\(program) completions zsh)

    _\(function)() {
      local command=""
      local -a choices
      integer i=2
      while ((i < CURRENT)); do
        case "${command:+$command }${words[i]}" in
          \(names.joined(separator: " | "))) command="${command:+$command }${words[i]}" ;;
          *) break ;;
        esac
        ((i++))
      done
      # _arguments sees only the words after the command.
      words=(\(program) "${(@)words[i,-1]}")
      ((CURRENT -= i - 2))
      case "$command" in
        '' | help)
          if ((CURRENT > 2)); then return 1; fi
          choices=(\(list(Completions.firstWords(commands))))
          _describe command choices
          ;;
    \(groups)
    \(cases)
      esac
    }

    if [ "$funcstack[1]" = "_\(function)" ]; then _\(function) "$@"; else compdef _\(function) \(program); fi

    """
  }

  private var names: [String] {
    (Completions.groups(commands) + commands.map(\.name) + ["help"]).map(\.quotedForCompletion)
  }

  private var groups: String {
    Completions.groups(commands).map { group in
      let names = Completions.subcommands(of: group, commands)
      return """
            \(group.quotedForCompletion))
              if ((CURRENT > 2)); then return 1; fi
              choices=(\(list(names, in: group)))
              _describe command choices
              ;;
        """
    }.joined(separator: "\n")
  }

  private var cases: String {
    commands.map { command in
      let options = command.options.map { option in
        let value = CompletedValue(option).map { ":\(escaped(option.value ?? "")):\(action($0))" } ?? ""
        return (option.isRepeatable ? "*" : "") + "\(option.name)[\(escaped(option.summary))]\(value)"
      }
      let operands = command.completedOperands.enumerated().map { index, value in
        let name = command.operands[index]
        let colon = name.hasPrefix("[") ? "::" : ":"
        return "\(index + 1)\(colon)\(escaped(name.trimmingBrackets)):\(value.map(action) ?? " ")"
      }
      let words = (options + ["--help[Shows the help]"] + operands).map(\.quotedForCompletion)
      return "    \(command.name.quotedForCompletion))\n      _arguments \\\n        "
        + words.joined(separator: " \\\n        ") + "\n      ;;"
    }.joined(separator: "\n")
  }

  /// Returns words with the summaries of their commands, in the form that `_describe` reads.
  private func list(_ words: [String], in group: String? = nil) -> String {
    words.map { word in
      let name = group.map { "\($0) \(word)" } ?? word
      let summary = commands.first { $0.name == name }?.summary.firstSentence
      return (summary.map { "\(word):\($0)" } ?? word).quotedForCompletion
    }.joined(separator: " ")
  }

  private func action(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .folders: "_files -/"
    case .files([]): "_files"
    // Write one pattern for each suffix, because zsh would read a single word in parentheses as conditions for the
    // file.
    case .files(let suffixes): "_files -g \"\(suffixes.map { "*.\($0)" }.joined(separator: " "))\""
    case .anything: " "
    }
  }

  /// Returns the text with a backslash before each character that has a meaning in the arguments of `_arguments`.
  private func escaped(_ text: String) -> String {
    String(text.flatMap { "[]:\\".contains($0) ? ["\\", $0] : [$0] })
  }
}
