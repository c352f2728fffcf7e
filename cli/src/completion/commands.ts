import type { Command } from 'commander';

/** A command, and the words that can follow it on the command line. */
export interface CompletedCommand {
  /** Path of the command, such as `/package/helm`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly CompletedWord[];
}

/** A word that can follow a command: a subcommand, an option, or a choice of an argument. */
export interface CompletedWord {
  /** The word itself, such as `helm` or `--context`. */
  readonly word: string;
  readonly description: string;
  /** Whether the word after this one is the value of the option. */
  readonly hasValue: boolean;
}

/** Lists all commands of a program, with the words that can follow each. */
export function listCommands(command: Command, path = ''): readonly CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const options = help.visibleOptions(command).map((option) => ({
    ...{ word: option.long ?? option.short ?? '', description: option.description },
    hasValue: option.required,
  }));
  // Reads only the first argument, because no command has choices for a second one.
  const choices = command.registeredArguments[0]?.argChoices ?? [];
  const words = [
    ...subcommands.map((each) => ({ word: each.name(), description: each.description(), hasValue: false })),
    ...choices.map((word) => ({ word, description: '', hasValue: false })),
    ...options,
  ];
  const below = subcommands.flatMap((each) => listCommands(each, `${path}/${each.name()}`));
  // After a choice, the user can only add options.
  const chosen = choices.map((word) => ({ path: `${path}/${word}`, words: options }));
  return [{ path, words }, ...chosen, ...below];
}
