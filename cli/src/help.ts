import type { Command } from 'commander';

/** Adds examples to the help of a command. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\n${formatExamples(examples)}`);
}

export function formatExamples(examples: readonly string[]): string {
  return ['Examples:', ...examples.map((example) => `  ${example}`)].join('\n');
}

/** Whether the arguments for another program contain `--help` or `-h`. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}
