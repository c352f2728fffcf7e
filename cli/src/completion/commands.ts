import type { Command } from 'commander';

/** A command, as completion needs it. */
export interface CompletedCommand {
  /** `/package/helm`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly CompletedWord[];
}

/** A subcommand, a choice of an argument or an option that can follow a command. */
export interface CompletedWord {
  /** `helm`, `--context`. */
  readonly word: string;
  readonly description: string;
  /** Whether the next word is the option's value. */
  readonly hasValue: boolean;
}

/** All commands of a program, with what can follow each of them. */
export function listCommands(command: Command, path = ''): readonly CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const options = help.visibleOptions(command).map((option) => ({
    ...{ word: option.long ?? option.short ?? '', description: option.description },
    hasValue: option.required,
  }));
  // Only the first argument: no command has choices for a second one.
  const choices = command.registeredArguments[0]?.argChoices ?? [];
  const words = [
    ...subcommands.map((each) => ({ word: each.name(), description: each.description(), hasValue: false })),
    ...choices.map((word) => ({ word, description: '', hasValue: false })),
    ...options,
  ];
  const below = subcommands.flatMap((each) => listCommands(each, `${path}/${each.name()}`));
  // After a choice, only options follow.
  const chosen = choices.map((word) => ({ path: `${path}/${word}`, words: options }));
  return [{ path, words }, ...chosen, ...below];
}
