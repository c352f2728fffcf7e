import type { CompletedCommand } from './commands.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * Builds the completion script of a program. It contains all commands, so that the shell does not start Node for each
 * completion. The shell completes other words as file names.
 */
export function buildScript(shell: Shell, name: string, commands: readonly CompletedCommand[]): string {
  return { bash: buildBash, zsh: buildZsh, fish: buildFish }[shell](name, commands);
}

function buildBash(name: string, commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `# bash completion of ${name}
_${name}() {
  local at='' words='' word current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in ${listPaths(commands)}) at="$at/$word" ;; esac
  done
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in ${listValued(commands)}) return ;; esac
  case "$at" in
${cases.join('\n')}
  esac
  [[ $current == -* ]] || words="\${words//--+([^ ])/}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
shopt -s extglob
complete -o default -F _${name} ${name}
`;
}

function buildZsh(name: string, commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ path, words }) => {
    const described = words.map(({ word, description }) => quote(`${word.replaceAll(':', '\\:')}:${description}`));
    return `    '${path}') found=(${described.join(' ')}) ;;`;
  });
  return `#compdef ${name}
_${name}() {
  local at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in ${listPaths(commands)}) at="$at/$word" ;; esac
  done
  case "$words[CURRENT-1]" in ${listValued(commands)}) _files; return ;; esac
  case "$at" in
${cases.join('\n')}
  esac
  [[ $PREFIX == -* ]] || found=("\${(@)found:#--*}")
  if (( $#found )); then _describe ${name} found; else _files; fi
}
compdef _${name} ${name}
`;
}

function buildFish(name: string, commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, words }) =>
    words.map(({ word, description, hasValue }) => {
      const what = word.startsWith('--') ? `${hasValue ? '-r ' : ''}-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c ${name} -n '__${name}_at "${path}"' ${what} -d ${quote(description)}`;
    }),
  );
  return `# fish completion of ${name}
function __${name}_at
  set -l at ''
  for word in (commandline -opc)[2..]
    contains -- "$at/$word" ${listPaths(commands).replaceAll('|', ' ')}; and set at "$at/$word"
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** A shell pattern that matches the paths of all subcommands. */
function listPaths(commands: readonly CompletedCommand[]): string {
  return commands.flatMap(({ path }) => (path === '' ? [] : path)).join('|');
}

/** A shell pattern that matches the options with a value. */
function listValued(commands: readonly CompletedCommand[]): string {
  const words = commands.flatMap((command) => command.words.filter(({ hasValue }) => hasValue));
  return [...new Set(words.map(({ word }) => word))].join('|');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
