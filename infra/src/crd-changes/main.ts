#!/usr/bin/env node
/** The command `kubewright-crd-changes`. */
import { runCommand } from './command.ts';

process.exitCode = runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
