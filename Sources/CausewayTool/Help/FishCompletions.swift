/// The generator of the script with which fish completes the words after `causeway`.
struct FishCompletions {
  let program: String
  let commands: [CommandSpecification]

  /// The program's name in the names of shell functions.
  private var function: String { program.functionName }

  /// The script, which a user puts into `~/.config/fish/completions`.
  var script: String {
    """
    # Completions of \(program) for fish. Load them with: \(program) completions fish | source

    # Whether the words before the cursor begin with exactly this command.
    function __\(function)_at
        set -l words (commandline -opc)
        set -e words[1]
        set -l command
        for word in $words
            switch "$command $word"
                case \(names.joined(separator: " "))
                    set -a command $word
                case '*'
                    break
            end
        end
        test "$command" = "$argv"
    end

    complete -c \(program) -f
    \(lines.joined(separator: "\n"))

    """
  }

  private var names: [String] {
    let groups = Completions.groups(commands)
    // The pattern of a first word begins with a space, because `$command` is empty before it in `"$command $word"`.
    return (groups + commands.map(\.words[0]) + ["help"]).map { " \($0)".quotedForCompletion }
      + commands.filter { $0.words.count > 1 }.map(\.name.quotedForCompletion)
  }

  private var lines: [String] {
    let first = ["", "help"].flatMap { command in
      Completions.firstWords(commands).map { line(command, "-a \($0)", summary(of: $0)) }
    }
    let groups = Completions.groups(commands).flatMap { group in
      Completions.subcommands(of: group, commands).map { line(group, "-a \($0)", summary(of: "\(group) \($0)")) }
    }
    return first + groups + commands.flatMap(lines)
  }

  private func lines(of command: CommandSpecification) -> [String] {
    let operands = command.completedOperands.compactMap { $0.flatMap { action($0, isOption: false) } }
    let options = command.options.map { option in
      let value = CompletedValue(option).map { " " + (action($0, isOption: true) ?? "-x") } ?? ""
      return line(command.name, "-l \(option.name.dropFirst(2))\(value)", option.summary)
    }
    return operands.map { line(command.name, $0, nil) } + options + [line(command.name, "-l help", "Shows the help")]
  }

  private func summary(of name: String) -> String? { commands.first { $0.name == name }?.summary.firstSentence }

  private func line(_ command: String, _ completion: String, _ description: String?) -> String {
    let condition = command.isEmpty ? "__\(function)_at" : "__\(function)_at \(command)"
    let end = description.map { " -d \($0.quotedForCompletion)" } ?? ""
    return "complete -c \(program) -n \(condition.quotedForCompletion) \(completion)\(end)"
  }

  private func action(_ value: CompletedValue, isOption: Bool) -> String? {
    let flag = isOption ? "-x " : ""
    return switch value {
    case .words(let words): "\(flag)-a \(words.joined(separator: " ").quotedForCompletion)"
    case .folders: "\(flag)-a '(__fish_complete_directories)'"
    case .files([]): isOption ? "-r -F" : "-F"
    case .files(let suffixes):
      "\(flag)-a '(\(suffixes.map { "__fish_complete_suffix .\($0)" }.joined(separator: "; ")))'"
    case .anything: nil
    }
  }
}
