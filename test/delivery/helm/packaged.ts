import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
let packaged: Promise<string> | undefined;

/** The folder of our chart, as `npm run package:helm` writes it, once per run. */
export function packagedChart(): Promise<string> {
  packaged ??= packageChart();
  return packaged;
}

async function packageChart(): Promise<string> {
  const out = await mkdtemp(path.join(tmpdir(), 'helm-chart-'));
  await run('node', [path.join(root, 'infra/dist/package-helm.js'), '--out', out]);
  return path.join(out, 'kubewright');
}
