/// The generator of the script with which bash completes the words after `causeway`. The script needs neither the
/// package bash-completion nor a bash newer than 3.2.
struct BashCompletions {
  let program: String
  let commands: [CommandSpecification]

  /// The program's name in the names of shell functions.
  private var function: String { program.functionName }

  /// The script, which a user's `~/.bashrc` can evaluate.
  var script: String {
    """
    # Completions of \(program) for bash. Load them with: eval "$(\(program) completions bash)"

    # Completes the words of the first argument.
    _\(function)_words() {
      local word
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
    }

    # Completes folders, and files whose names match one of the arguments.
    _\(function)_files() {
      local word pattern
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
        { compgen -d -- "$cur"; for pattern; do compgen -f -X "!$pattern" -- "$cur"; done; } | sort -u)
    }

    _\(function)() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command="" operands=0 i word
      COMPREPLY=()
      # bash makes three words of --name=value.
      if [ "$cur" = "=" ]; then
        cur=""
      elif [ "$prev" = "=" ]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case "${command:+$command }${COMP_WORDS[i]}" in
          \(names.map(\.quotedForCompletion).joined(separator: " | "))) command="${command:+$command }${COMP_WORDS[i]}" ;;
          *) break ;;
        esac
      done
      # Counts the operands before the cursor.
      for ((; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case "$command ${COMP_WORDS[i - 1]}" in
          \(valued)) continue ;;
        esac
        case $word in
          -* | =) ;;
          *) [ "${COMP_WORDS[i - 1]}" = "=" ] || operands=$((operands + 1)) ;;
        esac
      done
      case "$command $prev" in
    \(values)
      esac
      case "$command $cur" in
    \(options)
      esac
      case "$command $operands" in
    \(operands)
      esac
    }

    complete -F _\(function) \(program)

    """
  }

  /// The names of the commands and of the groups of commands, such as `store` and `store serve`.
  private var names: [String] { Completions.groups(commands) + commands.map(\.name) + ["help"] }

  /// The shell pattern that matches each option with a value.
  private var valued: String {
    let patterns = commands.flatMap { command in
      command.options.filter { $0.value != nil }.map { "\(command.name) \($0.name)".quotedForCompletion }
    }
    return patterns.joined(separator: " | ")
  }

  private var values: String {
    let lines = commands.flatMap { command in
      command.options.compactMap { option -> String? in
        guard let value = CompletedValue(option) else { return nil }
        return "    \("\(command.name) \(option.name)".quotedForCompletion)) \(action(value)); return ;;"
      }
    }
    return lines.joined(separator: "\n")
  }

  private var options: String {
    let lines = commands.map { command in
      let names = (command.options.map(\.name) + ["--help"]).joined(separator: " ")
      return
        "    \(command.name.quotedForCompletion)\" -\"*) _\(function)_words \(names.quotedForCompletion); return ;;"
    }
    return (lines + ["    \" -\"*) _\(function)_words '--help --version'; return ;;"]).joined(separator: "\n")
  }

  private var operands: String {
    let first = Completions.firstWords(commands).joined(separator: " ")
    let groups = Completions.groups(commands).map { group in
      let words = Completions.subcommands(of: group, commands).joined(separator: " ")
      return "    \("\(group) 0".quotedForCompletion)) _\(function)_words \(words.quotedForCompletion) ;;"
    }
    let lines = commands.flatMap { command in
      command.completedOperands.enumerated().compactMap { index, value in
        value.map { "    \("\(command.name) \(index)".quotedForCompletion)) \(action($0)) ;;" }
      }
    }
    return (["    ' 0' | 'help 0') _\(function)_words \(first.quotedForCompletion) ;;"] + groups + lines).joined(
      separator: "\n")
  }

  private func action(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "_\(function)_words \(words.joined(separator: " ").quotedForCompletion)"
    case .folders: "_\(function)_files"
    case .files([]): "_\(function)_files '*'"
    case .files(let suffixes): (["_\(function)_files"] + suffixes.map { "'*.\($0)'" }).joined(separator: " ")
    case .anything: ":"
    }
  }
}
