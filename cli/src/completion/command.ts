import { Argument, type Command } from 'commander';

import { addExamples } from '../help.ts';
import { listCommands } from './commands.ts';
import { buildScript, type Shell, shells } from './scripts.ts';

/** Registers `kubewright completion`. The script contains all commands of the program, in any order of registration. */
export function addCompletion(program: Command): void {
  const command = program
    .command('completion')
    .description('Prints a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>').choices(shells))
    .allowExcessArguments(false)
    .action((shell: Shell) => {
      // Unlike a write to stdout, console.log does not throw if the reader has closed the pipe.
      console.log(buildScript(shell, program.name(), listCommands(program)).trimEnd());
    });
  addExamples(
    command,
    'source <(npx kubewright completion bash)   # in ~/.bashrc, or zsh in ~/.zshrc',
    'npx kubewright completion fish | source    # in ~/.config/fish/config.fish',
  );
}
