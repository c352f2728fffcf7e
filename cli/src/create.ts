import { readFileSync } from 'node:fs';

import { Command } from 'commander';

import { addInit } from './init/command.ts';
import { reportError } from './report-error.ts';

/** Runs `kubewright init` with the arguments of `npm create kubewright`. */
export async function create(argv: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  const program = new Command('create-kubewright');
  addInit(program, version);
  await program.parseAsync(['init', ...argv], { from: 'user' }).catch(reportError);
}
