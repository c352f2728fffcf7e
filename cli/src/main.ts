#!/usr/bin/env node
/** The command `kubewright`. Each command loads its own module, because `--help` must not wait for cdk8s. */
import { Command } from 'commander';

import { addAdd } from './add/command.ts';
import { addCheckedCommands } from './commands/checked.ts';
import { addImage } from './commands/image.ts';
import { addProgramCommands } from './commands/programs.ts';
import { addCompletion } from './completion/command.ts';
import { addDev } from './dev/command.ts';
import { addDoctor } from './doctor/command.ts';
import { addExamples } from './help.ts';
import { addImport } from './import/command.ts';
import { addInit } from './init/command.ts';
import { ownPackage } from './own-package.ts';
import { addPlan } from './plan/command.ts';
import { reportError } from './report-error.ts';

const { version } = ownPackage;

const program = new Command('kubewright')
  .description('Begins an operator in TypeScript, runs and tests it, and packages it.')
  .version(version)
  .option('--project <folder>', "folder of the operator's package.json; put this option before the command", '.')
  .enablePositionalOptions()
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('see --help');

addInit(program, version);
addDev(program);
addAdd(program);
addDoctor(program);
addPlan(program);
addCompletion(program);
addImport(program);
addProgramCommands(program);
const packages = addCheckedCommands(program);
addImage(packages);
addExamples(
  program,
  'kubewright init coffee-shops',
  'kubewright dev',
  'kubewright --project operators/shops synth --check',
);

// Node 20 cannot run the author's TypeScript modules, and Node 22 has no `await using`, which their tests use.
if (Number.parseInt(process.versions.node) >= 24) {
  await program.parseAsync().catch(reportError);
} else {
  console.error(`kubewright needs Node ≥ 24, but runs on ${process.version}`);
  process.exitCode = 1;
}
