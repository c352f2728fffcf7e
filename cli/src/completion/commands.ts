import type { Command } from 'commander';

/** A command, as completion needs it. */
export interface CompletedCommand {
  /** `/package/helm`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly CompletedWord[];
}

/** A subcommand or an option that can follow a command. */
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
  const words = [
    ...subcommands.map((each) => ({ word: each.name(), description: each.description(), hasValue: false })),
    ...help.visibleOptions(command).map((option) => ({
      ...{ word: option.long ?? option.short ?? '', description: option.description },
      hasValue: option.required,
    })),
  ];
  const below = subcommands.flatMap((each) => listCommands(each, `${path}/${each.name()}`));
  return [{ path, words }, ...below];
}
