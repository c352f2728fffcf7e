import { Command } from 'commander';

import { addExamples } from './help.ts';
import { configureInit } from './init/command.ts';
import { ownPackage } from './own-package.ts';
import { reportError } from './report-error.ts';

/** Runs `kubewright init` with the arguments of `npm create kubewright`. */
export async function create(argv: readonly string[]): Promise<void> {
  const { version } = ownPackage;
  const program = new Command('create-kubewright').version(version).showHelpAfterError('see --help');
  addExamples(
    configureInit(program, version),
    'npm create kubewright coffee-shops',
    'npm create kubewright coffee-shops -- --group shops.example.com --yes',
  );
  await program.parseAsync(argv, { from: 'user' }).catch(reportError);
}
