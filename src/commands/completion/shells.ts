/** Shells that completion is written for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

// Each script hands the words to `swapdeck __complete`, which answers a candidate and its summary a line, or :file or
// :folder, which the shell knows better.

const bash = `_swapdeck() {
  local before="\${COMP_LINE:0:COMP_POINT}" words current kept candidate
  read -ra words <<< "$before"
  [[ $before == *[[:space:]] ]] && words+=("")
  current="\${words[-1]}"
  # bash breaks words at = and :, and replaces only what follows them.
  kept="\${current%"\${current##*[=:]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    case $candidate in
      :file) compopt -o default ;;
      :folder) compopt -o dirnames ;;
      *=) compopt -o nospace; COMPREPLY+=("\${candidate#"$kept"}") ;;
      *) COMPREPLY+=("\${candidate#"$kept"}") ;;
    esac
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null)
}
complete -F _swapdeck swapdeck
`;

const zsh = `#compdef swapdeck
_swapdeck() {
  local line text
  local -a values open
  for line in "\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    text="\${line%%$'\\t'*}"
    case $text in
      '') ;;
      :file) _files ;;
      :folder) _files -/ ;;
      *=) open+=("\${text//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) values+=("\${text//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( $#values )) && _describe 'value' values
  (( $#open )) && _describe 'field' open -S ''
}
compdef _swapdeck swapdeck
`;

const fish = `function __swapdeck_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  for line in (command $words[1] __complete $words[2..-1] "$current" 2>/dev/null)
    switch $line
      case ':file*'
        __fish_complete_path "$current"
      case ':folder*'
        __fish_complete_directories "$current"
      case '*'
        echo $line
    end
  end
end
complete -c swapdeck -f -a '(__swapdeck_complete)'
`;

export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
