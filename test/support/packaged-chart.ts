import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

import { acquireLock } from '../../operator/control-plane/src/control-plane/binaries/install.ts';
import { ask, type ProgramResult } from './go-tools.ts';
import { runDirectory } from './run-directory.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The output of `npm run package:helm`. */
export interface PackagedChart {
  readonly folder: string;
  readonly archive: string;
}

/** The declaration of an operator other than `kubewright`. */
export const zooFile = path.join(root, 'infra/fixtures/zoo/declaration.json');

/**
 * Returns the chart of the operator `kubewright`, or of another declaration. A test run packages each chart only once.
 */
export async function getPackagedChart(declaration?: string): Promise<PackagedChart> {
  const key = createHash('sha256')
    .update(declaration ?? '')
    .digest('hex')
    .slice(0, 12);
  const out = path.join(runDirectory(), `helm-${key}`);
  await mkdir(path.dirname(out), { recursive: true });
  await using _lock = await acquireLock(`${out}.lock`);
  if (!existsSync(out)) await rename(await packageFresh(declaration), out);
  return await findChart(out);
}

/** Packages the chart once more, in a separate folder. */
export async function packageAgain(declaration?: string): Promise<PackagedChart> {
  return findChart(await packageFresh(declaration));
}

async function packageFresh(declaration?: string): Promise<string> {
  const out = await mkdtemp(path.join(runDirectory(), 'helm-chart-'));
  const { code, text } = await runPackaging([...(declaration === undefined ? [] : [declaration]), '--out', out]);
  if (code !== 0) throw new Error(`failed to package a chart: ${text}`);
  return out;
}

/** Runs `npm run package:helm` with these arguments, and returns its output. */
export function runPackaging(args: readonly string[]): Promise<ProgramResult> {
  return ask(process.execPath, [path.join(root, 'infra/dist/package-helm.js'), ...args]);
}

async function findChart(out: string): Promise<PackagedChart> {
  const names = await readdir(out);
  const archive = names.find((name) => name.endsWith('.tgz')) ?? '';
  const folder = names.find((name) => !name.endsWith('.tgz')) ?? '';
  return { folder: path.join(out, folder), archive: path.join(out, archive) };
}
