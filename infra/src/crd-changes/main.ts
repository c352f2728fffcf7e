#!/usr/bin/env node
/** The command `kubewright-crd-changes`. */
import { exitOnClosedPipe } from '../closed-pipe.ts';
import { runCommand } from './command.ts';

exitOnClosedPipe();
process.exitCode = runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
