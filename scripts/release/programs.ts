import { spawn } from 'node:child_process';

import { run } from '../run.ts';
import { ReleaseError } from './git.ts';

type Program = readonly [program: string, ...args: string[]];

/**
 * Runs a program in a folder. Throws a `ReleaseError` with the end of its output if it fails.
 *
 * @param more variables in addition to those of this process
 */
export async function runIn(cwd: string, argv: Program, more: Readonly<Record<string, string>> = {}): Promise<void> {
  // Even below `npm run --silent`, npm must print why it fails.
  const env = { ...process.env, npm_config_loglevel: 'error', ...more };
  const { ok, output } = await run({ name: argv.join(' '), argv }, { cwd, env });
  if (!ok) throw new ReleaseError(`${argv.join(' ')} failed:\n${output.trim().split('\n').slice(-30).join('\n')}`);
}

/** Runs a program that shows its progress itself. Throws a `ReleaseError` if it fails. */
export async function showIn(cwd: string, [program, ...args]: Program): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new ReleaseError(`${[program, ...args].join(' ')} failed`);
}
