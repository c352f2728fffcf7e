#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/**
 * The program `petstore`. The Node flag in the first line hides the warning of some Node versions that SQLite is
 * experimental.
 */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

import type { CommandIo } from './io.ts';
import { runPetstore } from './petstore.ts';

// From this module upwards, wherever the bundler has placed it.
const manifest = findPackageJSON(import.meta.url) ?? '';
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

process.exitCode = await runPetstore(process.argv.slice(2), { io: processIo(), version, signals: process });

/**
 * The streams of this process, and a signal. The first Ctrl-C aborts the signal; the second one ends the process as
 * usual.
 */
function processIo(): CommandIo {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  // A reader of stdout, such as `head`, may close it at any time.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return { stdout: process.stdout, stderr: process.stderr, signal: interrupted.signal };
}
