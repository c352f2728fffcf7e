import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { ask, type Said } from '../../support/go-tools.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

/** What `npm run package:helm` writes. */
export interface Packaged {
  readonly folder: string;
  readonly archive: string;
}

/** Writes a chart as users do, in a folder of its own. @param declaration its file. @default - that of our operators */
export async function packagedChart(declaration?: string): Promise<Packaged> {
  const out = await mkdtemp(path.join(tmpdir(), 'helm-chart-'));
  const given = declaration === undefined ? [] : [declaration];
  const program = path.join(root, 'infra/dist/package-helm.js');
  const { stdout } = await run('node', [program, ...given, '--out', out]);
  const [folder = '', archive = ''] = stdout.trim().split('\n');
  return { folder, archive };
}

/** What the command says to these arguments. */
export function packagingSays(args: readonly string[]): Promise<Said> {
  return ask('node', [path.join(root, 'infra/dist/package-helm.js'), ...args]);
}

/** The declaration of an operator that is not ours. */
export const zooFile = path.join(root, 'infra/fixtures/zoo/declaration.json');
