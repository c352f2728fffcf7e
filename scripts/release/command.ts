import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

import { ReleaseError } from './git.ts';

interface Usage<TOptions extends ParseArgsOptionsConfig> {
  readonly help: string;
  readonly options: TOptions;
}

type Parsed<TOptions extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: TOptions; allowPositionals: true; args: string[] }>
>;

/** Runs a command with the arguments of this process. Prints a rejection without a stack, and exits with 1. */
export async function runCommand<const TOptions extends ParseArgsOptionsConfig>(
  { help, options }: Usage<TOptions>,
  work: (parsed: Parsed<TOptions>) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(help);
  try {
    await work(parse(args, options));
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function parse<TOptions extends ParseArgsOptionsConfig>(args: string[], options: TOptions): Parsed<TOptions> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    throw new ReleaseError(`${(cause as Error).message.split('. ', 1)[0] ?? ''}; see --help`, { cause });
  }
}
